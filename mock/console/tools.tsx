import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Fail } from './fail.tsx'
import { model } from './model.ts'
import { Send } from './send.tsx'
import { SettingsForm } from './settings.tsx'
import { countScheduled } from './words.ts'

/** Opens the tab that sends a request. */
export function openSend(): void {
  document.getElementById('send-tab')?.click()
  document.getElementById('send')?.focus()
}

const TABS = ['fail', 'send', 'settings'] as const

/** The tools: one tab stop for the tabs, arrow keys, one panel at a time (ARIA APG, tabs). */
export function Tools(): JSX.Element {
  const [selected, setSelected] = useState<(typeof TABS)[number]>('fail')
  const { state } = model
  const pending = countScheduled(state)
  const { latency, failureRate } = state.settings
  const badges = {
    fail: pending > 0 && pending.toLocaleString('en'),
    send: false,
    settings: (latency[1] > 0 || failureRate > 0) && 'on',
  }
  const panels = { fail: <Fail />, send: <Send />, settings: <SettingsForm key={model.restarts} /> }
  const move = (event: KeyboardEvent) => {
    const index = TABS.indexOf(selected)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : TABS.at(next % TABS.length)
    if (!tab) return
    event.preventDefault()
    setSelected(tab)
    document.getElementById(`${tab}-tab`)?.focus()
  }
  return (
    <section class="tools" id="tools" aria-label="Tools">
      <div class="tabs" role="tablist" aria-label="Tools" onKeyDown={move}>
        {TABS.map(tab => (
          <button
            type="button"
            role="tab"
            key={tab}
            id={`${tab}-tab`}
            aria-controls={`${tab}-panel`}
            aria-selected={tab === selected}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => setSelected(tab)}
          >
            {tab.charAt(0).toUpperCase() + tab.slice(1)}
            {badges[tab] && (
              <>
                {' '}
                <span class="pill toned" data-tone="odd">
                  {badges[tab]}
                </span>
              </>
            )}
          </button>
        ))}
      </div>
      {TABS.map(tab => (
        <div
          role="tabpanel"
          key={tab}
          id={`${tab}-panel`}
          aria-labelledby={`${tab}-tab`}
          hidden={tab !== selected}
        >
          {panels[tab]}
        </div>
      ))}
    </section>
  )
}
