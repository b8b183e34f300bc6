import type { MockState } from '../control/types.ts'
import { describePendingFailure, describePendingHold } from './describe-pending.ts'
import { byId, h, setText } from './dom.ts'
import { createOnlineButton } from './online-button.ts'
import { sendChange } from './send-change.ts'

/** A pending failure or hold: its sentence, and what removes it. */
interface Pending {
  text: string
  method: string
  path: string
}

/** The failures and holds that no request has met yet. Each can be removed. */
export class PendingList {
  /** By their paths. */
  readonly #items = new Map<string, HTMLElement>()
  #holds: readonly Pending[] = []

  constructor() {
    byId('remove-all').addEventListener('click', () => this.#removeAll())
  }

  show({ failures, failureCount, holds, holdCount }: MockState): void {
    this.#holds = holds.filter(({ request }) => !request).map(toPendingHold)
    const held = holds.length - this.#holds.length
    const count = failureCount + holdCount - held
    byId('no-pending').hidden = count > 0
    byId('pending').hidden = count === 0
    byId('pending-count').hidden = count === 0
    setText(byId('pending-count'), count.toLocaleString('en'))
    this.#draw([...this.#holds, ...failures.map(toPendingFailure)].slice(0, MAX_SHOWN))
    byId('more-pending').hidden = count <= MAX_SHOWN
    setText(byId('more-pending'), `And ${(count - MAX_SHOWN).toLocaleString('en')} more.`)
  }

  /** Items stay where they are as long as they last, so that one being removed keeps its focus. */
  #draw(pending: readonly Pending[]): void {
    const list = byId('pending-list')
    const keys = new Set(pending.map(({ path }) => path))
    for (const [key, item] of this.#items) {
      if (keys.has(key)) continue
      if (item.contains(document.activeElement)) byId('fail-tab').focus()
      item.remove()
      this.#items.delete(key)
    }
    for (const each of pending) {
      const item = this.#items.get(each.path) ?? createItem(each)
      setText(item.firstElementChild as HTMLElement, each.text)
      if (this.#items.has(each.path)) continue
      this.#items.set(each.path, item)
      list.append(item)
    }
  }

  async #removeAll(): Promise<void> {
    byId('fail-tab').focus()
    const removed = this.#holds.map(({ method, path }) => sendChange(method, path, {}, 'Removed.'))
    await Promise.all(removed)
    await sendChange('DELETE', '/failures', {}, 'All pending failures and holds were removed.')
  }
}

const MAX_SHOWN = 20

const toPendingFailure = (failure: MockState['failures'][number]): Pending => ({
  text: describePendingFailure(failure),
  method: 'DELETE',
  path: `/failures/${failure.id}`,
})

const toPendingHold = (hold: MockState['holds'][number]): Pending => ({
  text: describePendingHold(hold),
  method: 'POST',
  path: `/holds/${hold.id}/release`,
})

function createItem({ method, path, text }: Pending): HTMLElement {
  const remove = createOnlineButton(
    'Remove',
    () => sendChange(method, path, {}, 'It was removed.'),
    {
      class: 'quiet',
    },
  )
  remove.setAttribute('aria-label', `Remove: ${text}`)
  return h('li', { class: 'chip' }, h('span', {}, text), remove)
}
