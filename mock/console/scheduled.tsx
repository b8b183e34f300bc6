import type { JSX } from 'preact'
import { type Action, OnlineButton } from './action.tsx'
import { callControl } from './api.ts'
import { model } from './model.ts'
import {
  count,
  countScheduled,
  describeHold,
  describeInOrder,
  describeNext,
  escapeInvisible,
  scheduledHolds,
} from './words.ts'

/** What the next request will meet, and the failures and holds that no request has met yet, in their order. */
export function Scheduled({ action }: { action: Action }): JSX.Element {
  const { state } = model
  const holds = scheduledHolds(state)
  const sentences = describeInOrder(state.failures)
  const items = [
    ...holds.map(hold => ({
      text: escapeInvisible(describeHold(hold)),
      method: 'POST',
      path: `/holds/${hold.id}/release`,
    })),
    ...state.failures.map(({ id }, index) => ({
      text: escapeInvisible(sentences[index] ?? ''),
      method: 'DELETE',
      path: `/failures/${id}`,
    })),
  ]
  const total = countScheduled(state)
  const held = state.holds.length - holds.length
  // The button goes with what it removes.
  const keepFocus = () => document.getElementById('fail-tab')?.focus()
  const remove = async ({ method, path }: (typeof items)[number]) => {
    if (await action.send(method, path, {}, 'It was removed.')) keepFocus()
  }
  const removeAll = () =>
    action.run(async () => {
      keepFocus()
      await Promise.all(holds.map(({ id }) => callControl('POST', `/holds/${id}/release`)))
      await callControl('DELETE', '/failures')
      return 'All pending failures and holds were removed.'
    })
  return (
    <div class="scheduled stack">
      <p role="status">
        {held > 0 && `${count(held, 'request')} held. `}
        {model.connection === 'live' && describeNext(state)}
      </p>
      {action.message}
      {total > 0 && (
        <>
          <div class="line">
            <h3 id="pending-title">Pending</h3>
            <OnlineButton class="quiet" onClick={removeAll}>
              Remove all
            </OnlineButton>
          </div>
          <ol class="chips stack" aria-labelledby="pending-title">
            {items.map(item => (
              <li class="chip toned" data-tone="odd" key={item.path}>
                <span class="clamped" title={item.text}>
                  {item.text}
                </span>
                <OnlineButton
                  class="quiet"
                  aria-label={`Remove: ${item.text}`}
                  onClick={() => remove(item)}
                >
                  Remove
                </OnlineButton>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
