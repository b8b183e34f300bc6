import type { JSX } from 'preact'
import type { JsonRequest } from '../../control/types.ts'
import { TOKEN_VARIABLE, withoutSenderHeaders } from '../../http/curl.ts'
import { REDACTED } from '../../http/redact.ts'
import type { MockFailure } from '../../store/failure.ts'
import { addressOf, hasHiddenToken, serviceFor, toDraft } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { sendAndFind } from '../connection/send-and-find.ts'
import { findKnownToken, findToken } from '../connection/token.ts'
import { DialogButton } from '../dialogs/dialog.tsx'
import { draftLike, Send } from '../dialogs/send.tsx'
import type { Entry } from '../list/entries.ts'
import { describeFailure } from '../next/sentences.ts'
import { toFailure } from '../next/to-failure.ts'
import { OnlineButton, useAction } from '../parts/action.tsx'
import { CopyButton } from '../parts/copy.tsx'
import { usePart } from '../parts/observable.ts'
import { useOutcome } from '../parts/outcome.tsx'
import { open, view } from '../view.ts'
import { toCommands } from './commands.ts'

/** What can be done with a request. */
export function Actions({ entry }: { entry: Entry }): JSX.Element {
  const { request, key } = entry
  const { omitted, inFlight } = request
  const action = useAction()
  const scheduled = useOutcome('Answer the next one like this', 'Scheduled')
  const known = usePart(feed, findKnownToken)
  const sent = toDraft(request)
  const service = usePart(feed, value => serviceFor(sent, value))
  const refused = service === undefined ? refusedToken(request) : undefined
  const token = refused === undefined ? known : undefined
  const headers = withoutSenderHeaders(request.headers)
  const commands = toCommands({ ...request, url: addressOf(request), headers }, { token })
  const hasVariable = [request.url, ...Object.values(headers)].some(text => text.includes(REDACTED))
  const answer = answerOf(request)
  /** Sends it again, and opens the request that this makes. */
  const repeat = () =>
    action.run(async () => {
      const token = refused ?? findToken()
      if (token === '' && hasHiddenToken(request)) throw new Error(NO_TOKEN)
      const which = refused === undefined ? 'the token under Send' : 'another invalid token'
      const made = await sendAndFind(sent, token, {
        key,
        token: hasHiddenToken(request) ? which : undefined,
      })
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
              onOpen={() => draftLike(sent)}
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
          <>
            <OnlineButton
              class="stack"
              title={`Schedules ${describeFailure(answer)} for the next request.`}
              onClick={async () => {
                const isDone = await action.change('POST', '/failures', { failure: answer })
                if (isDone) scheduled.tell('Scheduled')
              }}
            >
              {scheduled.labels}
            </OnlineButton>
            {scheduled.status}
          </>
        )}
      </div>
      <p class="soft">
        {omitted !== undefined &&
          'Its body is not kept whole, so it can be neither repeated nor copied.'}
        {omitted === undefined && hasVariable && token === undefined && (
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
const NO_TOKEN = 'Enter a token of the service under Send first: tokens are not stored.'

/** Another token that the mock refuses in the same way; undefined if the mock has refused none. */
function refusedToken({ failure, handler, status, response }: JsonRequest): string | undefined {
  if (failure || handler) return undefined
  if (response?.headers['www-authenticate']?.includes('invalid_request')) return '?'
  return status === 401 ? 'another-wrong-token' : undefined
}

/** The failure that answers another request in the same way; undefined if there is none. */
function answerOf({ failure, status, response }: JsonRequest): MockFailure | undefined {
  if (typeof failure === 'string') return failure
  if (status === undefined || status < 200 || response?.omitted !== undefined) return undefined
  const { headers = {}, text = '' } = response ?? {}
  const isOwn = ([name, value]: [string, string]) =>
    value && !value.includes(REDACTED) && !BY_MOCK.test(name)
  const own = Object.entries(headers).filter(isOwn)
  return toFailure(status, Object.fromEntries(own), text)
}

/** Headers that the mock or the transport sets by itself. */
const BY_MOCK =
  /^(?:access-control-.*|connection|content-encoding|content-length|date|keep-alive|trailer|transfer-encoding|upgrade|vary)$/
