/** Makes a tab list work: one tab stop, arrow keys, one panel at a time (ARIA APG, tabs). */
export function createTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')]
  for (const tab of tabs) tab.addEventListener('click', () => selectTab(tab))
  list.addEventListener('keydown', event => {
    const index = tabs.indexOf(event.target as HTMLElement)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    selectTab(tab)
    tab.focus()
  })
}

/** Shows the panel of a tab. */
export function selectTab(selected: HTMLElement): void {
  for (const tab of selected.parentElement?.children ?? []) {
    tab.setAttribute('aria-selected', String(tab === selected))
    tab.setAttribute('tabindex', tab === selected ? '0' : '-1')
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = tab !== selected
  }
}
