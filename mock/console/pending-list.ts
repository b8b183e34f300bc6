import { describePendingFailure, describePendingHold } from './describe-pending.ts'
import { byId, h, setText } from './dom.ts'
import { createOnlineButton } from './online-button.ts'
import { sendChange } from './send-change.ts'
import type { MockState } from './types.ts'

/** A pending failure or hold: its sentence, and what removes it. */
interface Pending {
  id: string
  text: string
  method: string
  path: string
}

/** The failures and holds that no request has met yet. Each can be removed. */
export class PendingList {
  readonly #items = new Map<string, HTMLElement>()

  constructor() {
    byId('remove-all').addEventListener('click', () => this.#removeAll())
  }

  show({ failures, holds }: MockState): void {
    const pending = [
      ...holds.filter(({ request }) => !request).map(toPendingHold),
      ...failures.map(toPendingFailure),
    ]
    byId('no-pending').hidden = pending.length > 0
    byId('pending').hidden = pending.length === 0
    const badge = byId('pending-count')
    badge.hidden = pending.length === 0
    setText(badge, String(pending.length))
    this.#draw(pending.slice(0, MAX_SHOWN))
    const more = byId('more-pending')
    more.hidden = pending.length <= MAX_SHOWN
    setText(more, `And ${pending.length - MAX_SHOWN} more.`)
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
    const items = [...this.#items.keys()].filter(path => path.startsWith('/holds'))
    await Promise.all(items.map(path => sendChange('POST', path, {}, 'The hold was removed.')))
    await sendChange('DELETE', '/failures', {}, 'All pending failures and holds were removed.')
  }
}

const MAX_SHOWN = 20

const toPendingFailure = (failure: MockState['failures'][number]): Pending => ({
  id: failure.id,
  text: describePendingFailure(failure),
  method: 'DELETE',
  path: `/failures/${failure.id}`,
})

const toPendingHold = (hold: MockState['holds'][number]): Pending => ({
  id: hold.id,
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
