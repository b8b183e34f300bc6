import type { MockSession, MockState } from '../control/types.ts'
import { consolePath, sessionPath } from './address.ts'
import { callControl } from './call-control.ts'
import { byId, field, h, setText } from './dom.ts'
import { refuse } from './field-error.ts'
import { showMessage } from './messages.ts'
import { createOnlineButton } from './online-button.ts'
import { describeDuration } from './outcome.ts'
import { sendChange } from './send-change.ts'

/** The menu of the sessions, each with a console of its own. */
export class SessionPicker {
  readonly #menu = byId<HTMLDetailsElement>('sessions')
  #current: string | undefined

  constructor() {
    this.#menu.addEventListener('toggle', () => this.#menu.open && this.#list())
    this.#menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return
      this.#menu.open = false
      this.#menu.querySelector('summary')?.focus()
    })
    document.addEventListener('click', ({ target }) => {
      if (!this.#menu.contains(target as Node)) this.#menu.open = false
    })
    byId('session-form').addEventListener('submit', event => {
      event.preventDefault()
      openSession(field('session-name'))
    })
  }

  show({ session }: MockState): void {
    this.#current = session
    setText(byId('session'), session ?? 'default')
  }

  async #list(): Promise<void> {
    try {
      const sessions = (await callControl('GET', '/sessions')) as MockSession[]
      const items = sessions.map(each => this.#createItem(each.name, describeSession(each)))
      byId('session-list').replaceChildren(this.#createItem(undefined, ''), ...items)
    } catch (error) {
      showMessage('bad', (error as Error).message)
    }
  }

  #createItem(name: string | undefined, facts: string): HTMLElement {
    const link = h('a', { href: consolePath(name) }, name ?? 'default')
    if (name === this.#current) link.setAttribute('aria-current', 'page')
    const item = h('li', {}, link, ' ', h('span', { class: 'soft' }, facts))
    // Its own console would make the session again as soon as it reconnects.
    if (name !== undefined && name !== this.#current) item.append(' ', this.#createEnd(name))
    return item
  }

  #createEnd(name: string): HTMLElement {
    const attributes = { class: 'quiet', 'aria-label': `End the session ${name}` }
    return createOnlineButton('End', () => this.#end(name), attributes)
  }

  async #end(name: string): Promise<void> {
    if (!(await sendChange('DELETE', `/sessions/~${name}`, {}, `The session ${name} was ended.`)))
      return
    await this.#list()
    byId('session-list').querySelector('a')?.focus()
  }
}

function describeSession({ plants, requests, idle }: MockSession): string {
  const facts = [count(plants, 'plant'), count(requests, 'request')]
  return `${facts.join(', ')}, idle for ${describeDuration(idle)}`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Opens the console of a session, which begins with it. */
function openSession(input: HTMLInputElement): void {
  const name = input.value.trim()
  if (!/^[\w.-]{1,64}$/.test(name))
    refuse(input, 'Enter 1 to 64 letters, digits, dots, hyphens or underscores.')
  else if (sessionPath() !== `/~${name}`) location.assign(consolePath(name))
}
