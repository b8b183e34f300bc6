import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JsonRequest } from '../control/types.ts'
import { TOKEN_VARIABLE, toCurl, withoutSenderHeaders } from '../http/curl.ts'
import type { Failure } from '../store/failures.ts'
import type { MockResponse } from '../store/mock-request.ts'
import { CopyButton, OnlineButton, Scrollable, useAction } from './action.tsx'
import { addressOf, hasHiddenToken, repeatRequest, sentBody } from './api.ts'
import { toAddPlantCall } from './commands.ts'
import { Dialog } from './dialog.tsx'
import { type Entry, feed, isRequest } from './feed.ts'
import { Release } from './next.tsx'
import { usePart } from './observable.ts'
import { Duration, Status } from './row.tsx'
import { draft, Send } from './send.tsx'
import { findKnownToken, findToken } from './token.ts'
import { open, view } from './view.ts'
import { bodyText, clock, count, describeOutcome, escapeInvisible, pathOf } from './words.ts'

/** The request that is selected: what happened to it, and what can be done with it. */
export function Detail(): JSX.Element | null {
  const key = usePart(view, value => value.request)
  const lines = usePart(feed, value => value.lines)
  const isCaughtUp = usePart(feed, value => value.isCaughtUp)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<Entry>(undefined)
  const listed = lines.filter(isRequest).find(entry => entry.key === key)
  if (listed) last.current = listed
  // The open request stays, even after the list has dropped it.
  const entry = last.current?.key === key ? last.current : undefined
  useLayoutEffect(() => {
    // On a small screen the detail has taken the place of the row that had the focus.
    if (key !== undefined && !document.activeElement?.checkVisibility()) heading.current?.focus()
  }, [key])
  if (key === undefined) return null
  return (
    <section
      class="detail"
      aria-label="Request"
      data-tone={entry?.outcome}
      onKeyDown={event => {
        const isInDialog = (event.target as Element).closest('dialog')
        if (event.key === 'Escape' && !isInDialog) open(undefined)
      }}
    >
      <div class="head">
        <div class="bar">
          {entry && <Status request={entry.request} />}
          <h2 class="grow" tabIndex={-1} ref={heading}>
            {entry ? `${entry.request.method} ${pathOf(entry.request.url)}` : 'Request'}
          </h2>
          <button
            type="button"
            class="close"
            aria-label="Close the request"
            onClick={() => open(undefined)}
          >
            ✕
          </button>
        </div>
        {!listed && isCaughtUp && (
          <p class="soft">This request is not in the log any more: it was dropped or cleared.</p>
        )}
        {entry && <Summary key={key} request={entry.request} />}
      </div>
      {entry && (
        <div class="scroll messages" key={key}>
          <Message title="Request" of={entry.request} url={entry.request.url} />
          {entry.request.inFlight ? (
            <p class="soft">It has no response yet.</p>
          ) : (
            <Message title="Response" of={entry.request.response} />
          )}
        </div>
      )}
    </section>
  )
}

/** What happened, and the buttons. */
function Summary({ request }: { request: JsonRequest }) {
  const { number, time, ignored, session, forwarded, violations = [] } = request
  return (
    <>
      <p class="soft">
        <Duration request={request} /> · {clock(time)} · request #{number}
        {session !== undefined && ` · session ${session}`}
        {forwarded && ' · forwarded'}
      </p>
      {describe(request).map(text => (
        <p class="verdict" key={text}>
          {escapeInvisible(text)}
        </p>
      ))}
      {violations.map(text => (
        <p class="verdict" data-tone="bad" key={text}>
          Breaks the contract: {escapeInvisible(text)}.
        </p>
      ))}
      {ignored && (
        <p class="verdict" data-tone="odd">
          Ignored, since a new plant has no such field: {escapeInvisible(ignored.join(', '))}.
        </p>
      )}
      <Release request={request} />
      <Actions request={request} />
    </>
  )
}

/** What happened, in sentences; nothing if it was simply answered, or if the response says it. */
function describe(request: JsonRequest): string[] {
  const { inFlight, failure, reason, handler, response } = request
  if (inFlight) return [WAITING[inFlight]]
  const outcome = describeOutcome(request)
  const isAnswered = response !== undefined
  if (failure) {
    const isSaid = isAnswered || !reason || reason.startsWith('Injected failure')
    return [`${outcome}. No plant was added.`, ...(isSaid ? [] : [reason])]
  }
  if (handler) return ['Answered by a handler.']
  if (isAnswered && Object(response.body).message === reason) return []
  return [isAnswered ? (reason ?? '') : `No response: ${reason ?? 'the connection ended'}`].filter(
    text => text !== '',
  )
}

const WAITING = {
  held: 'Held until it is released.',
  delayed: 'Delayed by the latency in force.',
  'no-answer': 'Without an answer until its client leaves.',
  forwarded: 'Forwarded: the service has not answered yet.',
  handler: 'Waiting for a handler to answer.',
}

/** One half of the exchange: the body first, the headers folded. */
function Message({ title, of, url }: { title: string; of: Recorded | undefined; url?: string }) {
  const [isRaw, setRaw] = useState(false)
  const { text, size, omitted, headers = {} } = of ?? {}
  const formatted = of && bodyText(of, '  ')
  const hasForms = text !== undefined && text !== formatted
  const shown = isRaw && hasForms ? text : formatted
  const name = title.toLowerCase()
  const names = Object.entries(headers)
  return (
    <div class="message-part">
      <div class="line">
        <h3>{of ? title : `No ${name}`}</h3>
        {size !== undefined && size > 0 && <span class="soft">{count(size, 'byte')}</span>}
        {hasForms && (
          <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
            As sent
          </button>
        )}
      </div>
      {url && <code class="soft">{url}</code>}
      {of && shown === undefined && omitted === undefined && <p class="soft">No body.</p>}
      {omitted !== undefined && (
        <p class="verdict" data-tone="odd">
          The body is not {shown === undefined ? 'kept' : 'kept whole'}: {omitted}.
        </p>
      )}
      {shown && <Scrollable label={`Body of the ${name}`} text={escapeInvisible(shown)} />}
      {names.length > 0 && (
        <details>
          <summary>{count(names.length, 'header')}</summary>
          <dl>
            {names.map(([key, value]) => (
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

type Recorded = JsonRequest | MockResponse

function Actions({ request }: { request: JsonRequest }) {
  const action = useAction()
  const other = useAction()
  const [isSending, setSending] = useState(false)
  const known = usePart(feed, findKnownToken)
  const service = usePart(feed, value => value.state?.options.forward)
  const { omitted, inFlight, body } = request
  const call = toAddPlantCall(body)
  const refused = refusedToken(request)
  const token = refused === undefined ? known : undefined
  const headers = withoutSenderHeaders(request.headers)
  const command = toCurl({ ...request, url: addressOf(request), headers }, { token })
  const answer = answerOf(request)
  const repeat = () =>
    action.run(async () => {
      const { status } = await repeatRequest(request, refused ?? findToken()).catch(error => {
        throw new Error(`The repeated request got no response: ${(error as Error).message}`)
      })
      const text = `The request was repeated and answered with ${status}.`
      if (!hasHiddenToken(request)) return text
      const sent = refused === undefined ? 'the token under Send' : 'another invalid token'
      return `${text} Tokens are not stored, so it was sent with ${sent}.`
    })
  const edit = () => {
    draft.set({ body: sentBody(request) ?? '' })
    setSending(true)
  }
  return (
    <>
      <div class="line actions">
        {omitted === undefined && !inFlight && (
          <OnlineButton onClick={repeat} isRunning={action.isRunning}>
            {action.isRunning ? 'Repeating…' : 'Repeat'}
          </OnlineButton>
        )}
        {omitted === undefined && (
          <>
            <button type="button" onClick={edit}>
              Edit and send
            </button>
            <CopyButton label="Copy as curl" text={command} />
          </>
        )}
        {call !== undefined && <CopyButton label="Copy as addPlant" text={call} />}
        {answer !== undefined && (
          <OnlineButton
            title="The next request gets this answer, and adds no plant"
            onClick={() => other.send('POST', '/failures', { failure: answer })}
          >
            Answer the next one like this
          </OnlineButton>
        )}
      </div>
      {service !== undefined && omitted === undefined && !inFlight && (
        <p class="soft">Repeat sends it to {service}: a plant that it adds is real.</p>
      )}
      {omitted !== undefined && (
        <p class="soft">Its body is not kept whole, so it can be neither repeated nor copied.</p>
      )}
      {hasHiddenToken(request) && token === undefined && omitted === undefined && (
        <p class="soft">
          The command takes the token from <code>{TOKEN_VARIABLE}</code>.
        </p>
      )}
      {action.message}
      {other.message}
      {isSending && (
        <Dialog title="Send a request" onClose={() => setSending(false)}>
          {() => <Send />}
        </Dialog>
      )}
    </>
  )
}

/** Another token that the mock rejects in the same way; undefined if it rejected none. */
function refusedToken({ failure, status, response }: JsonRequest): string | undefined {
  if (failure) return undefined
  if (response?.headers['www-authenticate']?.includes('invalid_request')) return '?'
  return status === 401 ? 'another-wrong-token' : undefined
}

/** The failure that answers another request in the same way; undefined if there is none. */
function answerOf({ failure, status, response }: JsonRequest): Failure | undefined {
  if (typeof failure === 'string') return failure
  if (status === undefined || status < 200 || response?.omitted !== undefined) return undefined
  const { headers = {}, body, text } = response ?? {}
  const own = Object.entries(headers).filter(([name, value]) => !BY_MOCK.test(name) && value)
  return { status, headers: Object.fromEntries(own), body: body ?? text ?? '' }
}

/** Headers that the mock or the transport sets by itself, and cookies, whose values are not kept. */
const BY_MOCK =
  /^(?:access-control-.*|connection|content-encoding|content-length|date|keep-alive|set-cookie|trailer|transfer-encoding|upgrade|vary)$/
