import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { MockState } from '../control/types.ts'
import { OnlineButton, useAction } from './action.tsx'
import { model } from './model.ts'
import { count } from './words.ts'

/** The button that resets the mock. It asks where there is something to lose. */
export function Reset(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const { send, message } = useAction()
  const lost = findLost(model.state)
  const reset = () => {
    dialog.current?.close()
    void send('POST', '/reset', {}, 'The mock was reset.')
  }
  const ask = () =>
    lost.length > 0 && model.connection === 'live' ? dialog.current?.showModal() : reset()
  return (
    <>
      {message}
      <OnlineButton
        class="danger"
        id="reset"
        aria-keyshortcuts="r"
        title="Restores plants and settings to the start, and clears requests and failures"
        onClick={ask}
      >
        Reset
      </OnlineButton>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <h2 id="reset-title">Reset the mock?</h2>
        <p>
          It goes back to its start, which cannot be undone.
          {lost.length > 0 && ` This session loses ${lost.join(', ')}.`}
        </p>
        <div class="line answers">
          <button type="button" class="danger" autofocus onClick={reset}>
            Reset the mock
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </dialog>
    </>
  )
}

/** What a reset takes away. */
function findLost(state: MockState): string[] {
  const { requests, inFlight, failures, holds, settings, options } = state
  const { latency = 0, failureRate = 0 } = options
  const { duplicateIds = 'accept', unknownFields = 'ignore' } = options
  const range = typeof latency === 'number' ? [latency, latency] : latency
  const start = { latency: range, failureRate, duplicateIds, unknownFields }
  const hasChanged = Object.entries(start).some(
    ([name, value]) => String(value) !== String(settings[name as keyof typeof settings]),
  )
  const counts = {
    request: requests + inFlight.length,
    'added plant': state.plants - (options.plants ?? 0),
    'scheduled failure': failures.length,
    'scheduled hold': holds.filter(({ request }) => !request).length,
  }
  const lost = Object.entries(counts).filter(([, number]) => number > 0)
  return [
    ...lost.map(([noun, number]) => count(number, noun)),
    ...(hasChanged ? ['changed settings'] : []),
  ]
}
