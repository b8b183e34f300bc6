import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { controlPath } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { letters } from '../list/keyboard.ts'
import { log } from '../list/list.ts'
import { useAction } from '../parts/action.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { Check } from '../parts/fields.tsx'
import { capitalize, count, enumerate } from '../text.ts'
import { AskingButton, type Question } from './dialog.tsx'

/** What is needed less often: the exports and the reset. */
export function Menu({ base, name }: { base: string | undefined; name: string }): JSX.Element {
  const { change, message } = useAction()
  const items = useRef<HTMLUListElement>(null)
  const reset = async () => {
    if (await change('POST', '/reset')) items.current?.closest('dialog')?.close()
  }
  return (
    <>
      <ul class="menu" ref={items}>
        <li>
          <a class="button" href={`${controlPath()}/requests.har`} download={`${name}.har`}>
            Export as HAR
          </a>
          <span class="soft">for the network panel of a browser</span>
        </li>
        <li>
          <a class="button" href={`${controlPath()}/requests`} download={`${name}.json`}>
            Export as JSON
          </a>
        </li>
        {base !== undefined && (
          <li>
            <CopyButton text={base} label="Copy the address" />
            <code class="cut grow">{base}</code>
          </li>
        )}
        <li>
          <AskingButton class="danger" ask={askForReset} act={reset}>
            Reset
          </AskingButton>
          <span class="soft">to its start</span>
          {message}
        </li>
        <li>
          <Check
            label="Keys: / searches, j and k move between requests"
            defaultChecked={letters.areOn()}
            onInput={({ currentTarget }) => letters.turn(currentTarget.checked)}
          />
        </li>
      </ul>
      <p class="line soft">
        <a href={`${controlPath()}/openapi.yaml`}>openapi.yaml</a>
        <a href="https://www.npmjs.com/package/plant-store-client" rel="noreferrer">
          Documentation
        </a>
        <span>Version {document.body.dataset.version}</span>
      </p>
    </>
  )
}

/** Asks before a reset where there is something to lose. */
function askForReset(): Question | false {
  const { state, connection } = feed.value
  if (!state || connection === 'lost') return false
  const { scheduled, kept, inFlight, plants, options, session } = state
  const service = options.forward
  const failures = scheduled.filter(each => 'failure' in each).length
  const counts: [number: number, noun: string, which?: string][] = [
    [kept + inFlight.length, 'request'],
    [log.alone, 'request', ' that only this page has'],
    [plants - (options.plants ?? 0), service === undefined ? 'added plant' : 'recorded plant'],
    [failures, 'scheduled failure'],
    [scheduled.length - failures, 'scheduled hold'],
  ]
  const lost = counts.filter(([number]) => number > 0)
  if (lost.length === 0) return false
  const what = enumerate(lost.map(([number, noun, which = '']) => count(number, noun) + which))
  const rest = service === undefined ? '' : ` The plants stay in ${service}.`
  const title = `Reset the ${session === undefined ? 'mock' : 'session'}`
  return {
    title: `${title}?`,
    text: `It goes back to its start, settings included, which cannot be undone. ${capitalize(what)} will be gone.${rest}`,
    label: title,
  }
}
