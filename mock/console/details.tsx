import type { JSX } from 'preact'
import { TOKEN_VARIABLE, toCurl, withoutSenderHeaders } from '../control/curl.ts'
import type { JsonRequest } from '../control/types.ts'
import { MAX_TEXT_CHARS } from '../store/mock-request.ts'
import { CopyButton, OnlineButton, Scrollable, useAction } from './action.tsx'
import { hasHiddenToken, repeatRequest } from './api.ts'
import { toAddPlantCall } from './commands.ts'
import { model } from './model.ts'
import { bodyText, count, describeDuration, describeOutcome, escapeInvisible } from './words.ts'

/** What happened to a request, both bodies, and what can be done with it. */
export function Details({ request }: { request: JsonRequest }): JSX.Element {
  const { number, response, status, duration, inFlight, ignored } = request
  const verdict = verdictOf(request)
  const time = duration === undefined ? '' : ` in ${describeDuration(duration)}`
  return (
    <div class="inside stack">
      {verdict && (
        <p class="verdict toned">
          <strong>{verdict[0]}</strong> {escapeInvisible(verdict[1])}
        </p>
      )}
      {ignored && (
        <p class="soft">
          Ignored, since a new plant has no such field: {escapeInvisible(ignored.join(', '))}.
        </p>
      )}
      <div class="messages">
        <Message title="Request" name={`request ${number}`} message={request}>
          <code class="url">
            {request.method} {request.url}
          </code>
        </Message>
        {inFlight ? (
          <p class="empty">It has no response yet.</p>
        ) : (
          <Message
            title={(status === undefined ? 'No response' : 'Response') + time}
            name={`response ${number}`}
            message={response}
          />
        )}
      </div>
      <Actions request={request} />
    </div>
  )
}

/** What happened, in a word, and the rest of the sentence; undefined if it was simply answered. */
function verdictOf(request: JsonRequest): readonly [word: string, text: string] | undefined {
  const { inFlight, failure, reason, handler, status } = request
  if (inFlight === 'held') return ['Held', 'until it is released.']
  if (inFlight) return ['Delayed', 'by the latency in force.']
  if (failure) return [`${describeOutcome(request)}.`, 'No plant was added.']
  if (handler) return ['Answered', 'by a handler.']
  if (status === undefined) return ['No response:', reason ?? 'the connection ended.']
  return reason === undefined ? undefined : ['Refused:', reason]
}

/** One half of the exchange: the body first, the headers folded. */
function Message({
  title,
  name,
  message,
  children,
}: {
  title: string
  name: string
  message: Partial<Pick<JsonRequest, 'headers' | 'body' | 'text'>> | undefined
  children?: JSX.Element
}) {
  const text = message && bodyText(message, '  ')
  const headers = Object.entries(message?.headers ?? {})
  return (
    <div class="stack">
      <h3>{title}</h3>
      {children}
      {message && !text && <p class="empty">No body.</p>}
      {text && <Scrollable label={`Body of ${name}`} text={escapeInvisible(text)} />}
      {headers.length > 0 && (
        <details class="fold">
          <summary>{count(headers.length, 'header')}</summary>
          <dl>
            {headers.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

function Actions({ request }: { request: JsonRequest }) {
  const { run, message } = useAction()
  // The text of a body that was cut ends with its length.
  if ((request.text?.length ?? 0) > MAX_TEXT_CHARS)
    return <p class="empty">Its body is not kept whole, so it cannot be repeated.</p>
  const call = toAddPlantCall(request.body)
  const refused = refusedToken(request)
  const token = refused === undefined ? model.knownToken : undefined
  const headers = withoutSenderHeaders(request.headers)
  const command = toCurl({ ...request, headers }, { token })
  const repeat = () =>
    run(async () => {
      const sent = repeatRequest(request, refused ?? model.token)
      const { status } = await sent.catch(error => {
        throw new Error(`The repeated request got no response: ${(error as Error).message}`)
      })
      const text = `The request was repeated and answered with ${status}.`
      if (!hasHiddenToken(request)) return text
      const other = refused === undefined ? 'that of the Send tab' : 'another that it refuses'
      return `${text} The mock keeps no token: ${other} was sent.`
    })
  return (
    <>
      <div class="line actions">
        {!request.inFlight && <OnlineButton onClick={repeat}>Repeat</OnlineButton>}
        <CopyButton label="Copy as curl" text={command} />
        {call !== undefined && <CopyButton label="Copy as client.addPlant" text={call} />}
        {hasHiddenToken(request) && token === undefined && (
          <span class="soft">
            The command takes the token from <code>{TOKEN_VARIABLE}</code>.
          </span>
        )}
      </div>
      {message}
    </>
  )
}

/** A token that fares as the one that the mock refused; undefined if it refused none. */
function refusedToken({ failure, status, response }: JsonRequest): string | undefined {
  if (failure) return undefined
  if (response?.headers['www-authenticate']?.includes('invalid_request')) return '?'
  return status === 401 ? 'another-wrong-token' : undefined
}
