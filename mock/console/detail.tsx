import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { errorMediaType, successMediaType, successStatus } from '../../generated/contract.ts'
import type { JsonRequest, MockState } from '../control/types.ts'
import { TOKEN_VARIABLE, withoutSenderHeaders } from '../http/curl.ts'
import type { MockFailure } from '../store/failure.ts'
import type { MockResponse } from '../store/mock-request.ts'
import { CopyButton, OnlineButton, Scrollable, useAction } from './action.tsx'
import { addressOf, hasHiddenToken, serviceFor, toDraft } from './api.ts'
import { toCommands } from './commands.ts'
import { DialogButton } from './dialog.tsx'
import { type Entry, feed, isRequest } from './feed.ts'
import { Check } from './fields.tsx'
import { useKeptFocus } from './focus.ts'
import { Release } from './next.tsx'
import { usePart } from './observable.ts'
import { Duration, Status } from './row.tsx'
import { rows } from './rows.ts'
import { draft, Send } from './send.tsx'
import { sendAndFind } from './sending.ts'
import { findKnownToken, findToken } from './token.ts'
import { open, view } from './view.ts'
import {
  bodyText,
  clock,
  count,
  dateTime,
  describeEnd,
  describeFailure,
  describeOutcome,
  escapeInvisible,
  listIgnored,
  pathOf,
  WAITING,
} from './words.ts'

/** The request that is selected: what happened to it, and what can be done with it. */
export function Detail(): JSX.Element | null {
  const key = usePart(view, value => value.request)
  const { lines, isCaughtUp, state } = usePart(feed, value => value)
  const part = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<Entry>(undefined)
  const listed = lines.filter(isRequest).find(entry => entry.key === key)
  if (listed) last.current = listed
  // The open request stays, even after the list has dropped it.
  const entry = last.current?.key === key ? last.current : undefined
  useKeptFocus(part, '.head button')
  useLayoutEffect(() => {
    // On a small screen the detail lies over the row that had the focus.
    const isSeen = document.activeElement?.checkVisibility({ checkVisibilityCSS: true })
    if (key !== undefined && !isSeen) heading.current?.focus()
    return () => {
      if (key !== undefined && view.value.request === undefined) rows.focus(key)
    }
  }, [key])
  if (key === undefined) return null
  return (
    <section
      class="detail"
      ref={part}
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
            class="quiet"
            aria-label="Close the request"
            onClick={() => open(undefined)}
          >
            ✕
          </button>
        </div>
        {!listed && isCaughtUp && state && <p class="soft">{describeGone(key, state)}</p>}
        {entry && <Summary key={key} entry={entry} />}
      </div>
      {entry && <Messages key={key} request={entry.request} />}
    </section>
  )
}

/** Why a request is not listed: its key begins with the start and the session that it belongs to. */
function describeGone(key: string, { epoch, began }: MockState): string {
  const isOfEpoch = key.startsWith(`${epoch}:`)
  const when = isOfEpoch ? '' : ` ${began.reason} at ${clock(began.time)}.`
  return `This request is not in the log any more: it was dropped or cleared.${when}`
}

/** What happened, and the buttons. */
function Summary({ entry }: { entry: Entry }) {
  const { request, again } = entry
  const { number, time, session, forwarded } = request
  const service = usePart(feed, value => value.state?.options.forward)
  const origin = repeated.get(entry.key)
  return (
    <>
      <p class="soft">
        <Duration request={request} /> · {dateTime(time)} · request #{number}
        {session !== undefined && ` · session ${session}`}
        {forwarded && ` · forwarded${service === undefined ? '' : ` to ${service}`}`}
      </p>
      {again && (
        <p class="soft">
          The same body as <Reference to={again} />, {(again.ms / 1_000).toFixed(1)} s after that
          one failed.
        </p>
      )}
      {origin && (
        <p class="soft">
          It repeats <Reference to={origin} />
          {origin.token && `, with ${origin.token}, since tokens are not stored`}.
        </p>
      )}
      {describe(request).map(([text, tone]) => (
        <p class="verdict" data-tone={tone} key={text}>
          {escapeInvisible(text)}
        </p>
      ))}
      <Release request={request} />
      <Actions entry={entry} />
    </>
  )
}

const Reference = ({ to }: { to: { key: string; number: number } }) => (
  <button type="button" class="link" onClick={() => open(to.key)}>
    request #{to.number}
  </button>
)

/** The requests that this page has repeated, by the keys of the new ones, and the tokens that they were sent with. */
const repeated = new Map<string, { key: string; number: number; token: string | undefined }>()

/** What happened, in sentences and their tones; nothing if it was simply answered. */
function describe(request: JsonRequest): [text: string, tone?: string][] {
  const { violations = [], ignored } = request
  const fields = `Ignored, since a new plant has no such field: ${listIgnored(request)}.`
  return [
    ...describeEnding(request).map((text): [string] => [text]),
    ...violations.map((text): [string, string] => [`Breaks the contract: ${text}.`, 'bad']),
    ...(ignored ? [[fields, 'odd'] as [string, string]] : []),
  ]
}

function describeEnding(request: JsonRequest): string[] {
  const { inFlight, failure, reason, handler, response } = request
  if (inFlight) return [`${WAITING[inFlight]}.`]
  const end = describeEnd(request)
  if (failure) return [`${describeOutcome(request)}. No plant was added.`, ...(end ? [end] : [])]
  if (!response) return [`No response: ${reason ?? 'the connection ended'}`]
  return handler ? ['Answered by a handler.'] : reason ? [reason] : []
}

/** Both bodies, as they were sent if the reader wants that. */
function Messages({ request }: { request: JsonRequest }) {
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

/** One half of the exchange: the body first, the headers folded. */
function Message({
  title,
  of,
  url,
  isRaw,
}: {
  title: string
  of: Recorded | undefined
  url?: string
  isRaw: boolean
}) {
  const { text, size, omitted, headers = {} } = of ?? {}
  const shown = of && ((isRaw ? text : undefined) ?? bodyText(of, '  '))
  const name = title.toLowerCase()
  const names = Object.entries(headers)
  return (
    <div class="message-part">
      <div class="line">
        <h3 class="soft">{of ? title : `No ${name}`}</h3>
        <span class="soft grow">{size !== undefined && size > 0 && count(size, 'byte')}</span>
        {shown && <CopyButton text={shown} name={`Copy the body of the ${name}`} />}
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
                <dd>{escapeInvisible(value)}</dd>
              </div>
            ))}
          </dl>
          {title === 'Response' && (
            <p class="soft">Without those of the connection, such as Date and Content-Length.</p>
          )}
          <CopyButton
            label="Copy headers"
            name={`Copy headers of the ${name}`}
            text={names.map(header => header.join(': ')).join('\n')}
          />
        </details>
      )}
    </div>
  )
}

type Recorded = JsonRequest | MockResponse

function Actions({ entry }: { entry: Entry }) {
  const { request, key } = entry
  const { omitted, inFlight } = request
  const action = useAction()
  const known = usePart(feed, findKnownToken)
  const sent = toDraft(request)
  const service = usePart(feed, value => serviceFor(sent, value))
  const refused = refusedToken(request)
  const token = refused === undefined ? known : undefined
  const headers = withoutSenderHeaders(request.headers)
  const commands = toCommands({ ...request, url: addressOf(request), headers }, { token })
  const answer = answerOf(request)
  /** Sends it again, and opens the request that this makes. */
  const repeat = () =>
    action.run(async () => {
      const token = refused ?? findToken()
      if (token === '' && hasHiddenToken(request)) throw new Error(NO_TOKEN)
      const made = await sendAndFind(sent, token)
      const which = refused === undefined ? 'the token under Send' : 'another invalid token'
      const hint = hasHiddenToken(request) ? which : undefined
      repeated.set(made.key, { key, number: request.number, token: hint })
      if (view.value.request === key) open(made.key)
      return ''
    })
  return (
    <>
      <div class="line">
        {omitted === undefined && (
          <>
            {!inFlight && <OnlineButton onClick={repeat}>Repeat</OnlineButton>}
            <DialogButton
              title="Send a request"
              label="Edit and send"
              onOpen={() => draft.set(sent)}
            >
              <Send />
            </DialogButton>
            {commands.map(([name, shells, text]) => (
              <CopyButton
                key={name}
                label={`Copy as ${name}`}
                title={`For ${shells}`}
                text={text}
              />
            ))}
          </>
        )}
        {answer !== undefined && (
          <OnlineButton
            title={`The next request gets ${describeFailure(answer)}.`}
            onClick={() => action.send('POST', '/failures', { failure: answer })}
          >
            Answer the next one like this
          </OnlineButton>
        )}
      </div>
      <p class="soft">
        {omitted !== undefined &&
          'Its body is not kept whole, so it can be neither repeated nor copied.'}
        {omitted === undefined && hasHiddenToken(request) && token === undefined && (
          <>
            The command takes the token from <code>{TOKEN_VARIABLE}</code>.{' '}
          </>
        )}
        {omitted === undefined && service !== undefined && !inFlight && (
          <>Repeat sends it to {service}: a plant that it adds is real.</>
        )}
      </p>
      {action.message}
    </>
  )
}

/** Only its reader knows a token of a real service. */
const NO_TOKEN = 'Write a token of the service under Send first: tokens are not stored.'

/** Another token that the mock rejects in the same way; undefined if it rejected none. */
function refusedToken({ failure, status, response }: JsonRequest): string | undefined {
  if (failure) return undefined
  if (response?.headers['www-authenticate']?.includes('invalid_request')) return '?'
  return status === 401 ? 'another-wrong-token' : undefined
}

/** The failure that answers another request in the same way; undefined if there is none. */
function answerOf({ failure, status, response }: JsonRequest): MockFailure | undefined {
  if (typeof failure === 'string') return failure
  if (status === undefined || status < 200 || response?.omitted !== undefined) return undefined
  const { headers = {}, body, text } = response ?? {}
  const mediaType = status === successStatus ? successMediaType : errorMediaType
  const isUsual = (name: string, value: string) =>
    BY_MOCK.test(name) || (name === 'content-type' && value === mediaType && body !== undefined)
  const own = Object.entries(headers).filter(([name, value]) => value && !isUsual(name, value))
  return { status, headers: Object.fromEntries(own), body: body ?? text ?? '' }
}

/** Headers that the mock or the transport sets by itself, and cookies, whose values are not kept. */
const BY_MOCK =
  /^(?:access-control-.*|connection|content-encoding|content-length|date|keep-alive|set-cookie|trailer|transfer-encoding|upgrade|vary)$/
