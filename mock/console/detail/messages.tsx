import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { JsonRequest } from '../../control/types.ts'
import type { MockResponse } from '../../store/mock-request.ts'
import { CopyButton, Scrollable } from '../parts/copy.tsx'
import { Check } from '../parts/fields.tsx'
import { writeHeaders } from '../parts/headers.ts'
import { bodyText, count, inQuotes, visible } from '../text.ts'

/** Both bodies, as they were sent if the reader wants that. */
export function Messages({ request }: { request: JsonRequest }): JSX.Element {
  const [isRaw, setRaw] = useState(false)
  return (
    <div class="scroll messages">
      <Check
        label="Bodies as sent"
        checked={isRaw}
        onInput={({ currentTarget }) => setRaw(currentTarget.checked)}
      />
      <Message title="Request" of={request} url={request.url} isRaw={isRaw} />
      {request.inFlight ? (
        <p class="soft">It has no response yet.</p>
      ) : (
        <Message title="Response" of={request.response} isRaw={isRaw} />
      )}
    </div>
  )
}

/** Of a response of the mock itself, the journal does not have them. */
const OF_CONNECTION = ['date', 'content-length']

/** One half of the exchange: the body first, the headers folded. */
function Message({
  title,
  of,
  url,
  isRaw,
}: {
  title: string
  of: JsonRequest | MockResponse | undefined
  url?: string
  isRaw: boolean
}) {
  const { text, size, omitted, headers = {} } = of ?? {}
  const shown = of && ((isRaw ? text : undefined) ?? bodyText(of, '  '))
  const isBlank = shown && shown.trim() === ''
  const name = title.toLowerCase()
  const names = Object.entries(headers)
  return (
    <div class="message-part">
      <div class="line">
        <h3 class="soft">{of ? title : `No ${name}`}</h3>
        <span class="soft grow">{size !== undefined && size > 0 && count(size, 'byte')}</span>
        {shown && <CopyButton text={shown} name={`Copy the body of the ${name}`} />}
      </div>
      {url && <code class="soft">{visible(url)}</code>}
      {of && !shown && omitted === undefined && <p class="soft">No body.</p>}
      {omitted !== undefined && (
        <p class="verdict" data-tone="odd">
          The body is not {shown === undefined ? 'kept' : 'kept whole'}: {omitted}.
        </p>
      )}
      {isBlank && <p class="soft">Only blanks, here in quotes:</p>}
      {shown && (
        <Scrollable
          label={`Body of the ${name}`}
          text={visible(isBlank ? inQuotes(shown) : shown)}
        />
      )}
      {names.length > 0 && (
        <details>
          <summary>{count(names.length, 'header')}</summary>
          <dl>
            {names.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{visible(value)}</dd>
              </div>
            ))}
          </dl>
          {title === 'Response' && !names.some(([key]) => OF_CONNECTION.includes(key)) && (
            <p class="soft">Without those of the connection, such as Date and Content-Length.</p>
          )}
          <CopyButton
            label="Copy headers"
            name={`Copy headers of the ${name}`}
            text={writeHeaders(headers)}
          />
        </details>
      )}
    </div>
  )
}
