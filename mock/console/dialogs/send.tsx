import type { JSX, TargetedEvent } from 'preact'
import { method, path, requestExample, requestMediaType } from '../../../generated/contract.ts'
import { REDACTED } from '../../http/redact.ts'
import { writeJson } from '../../json/write.ts'
import { type Draft, isSendable, serviceFor } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { sendAndFind } from '../connection/send-and-find.ts'
import { findToken, typed } from '../connection/token.ts'
import { OnlineButton, useAction } from '../parts/action.tsx'
import { Field } from '../parts/fields.tsx'
import { readHeaders, writeHeaders } from '../parts/headers.ts'
import { Observable, usePart } from '../parts/observable.ts'
import { open } from '../view.ts'

interface Edited {
  readonly method: string
  /** Without it, that of the operation. */
  readonly path: string | undefined
  /** One a line, with `{token}` where the token stands. */
  readonly headers: string
  readonly body: string
  /** The names of the headers that the page cannot send as they were. */
  readonly unsent: readonly string[]
}

const TOKEN = '{token}'

const forOperation = {
  method,
  path: undefined,
  headers: writeHeaders({ authorization: `Bearer ${TOKEN}`, 'content-type': requestMediaType }),
  unsent: [],
}

/** What is edited. */
export const draft: Observable<Edited> = new Observable<Edited>({
  ...forOperation,
  body: writeJson(requestExample, '  '),
})

/** For the operation, whatever was edited before. */
export const draftForOperation = (): void => draft.set(forOperation)

/** For a request like another. */
export const draftLike = ({ headers, ...others }: Draft): void =>
  draft.set({ ...others, headers: writeHeaders(headers).replaceAll(REDACTED, TOKEN) })

/** Throws what a page could not send. */
function checkHeaders(text: string): void {
  const unsendable = Object.keys(readHeaders(text)).find(name => !isSendable(name))
  if (unsendable !== undefined) throw new Error(`A page cannot send ${unsendable}.`)
}

/** Sends a request as it is typed: a body that is not a plant, or not JSON, may be the test. Then it opens its detail. */
export function Send(): JSX.Element {
  const { headers, body, unsent, ...place } = usePart(draft, value => value)
  const target = usePart(feed, ({ state }) => place.path ?? (state?.basePath ?? '') + path)
  const service = usePart(feed, value => serviceFor({ ...place, path: target }, value))
  const token = usePart(typed, findToken)
  usePart(feed, value => value.token)
  const { run, isRunning, message } = useAction()
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const dialog = event.currentTarget.closest('dialog')
    const read = readHeaders(headers)
    const sent = Object.entries(read).filter(([, value]) => token !== '' || !value.includes(TOKEN))
    await run(async () => {
      const made = await sendAndFind(
        {
          method: place.method,
          path: target,
          headers: Object.fromEntries(
            sent.map(([name, value]) => [name, value.replaceAll(TOKEN, REDACTED)]),
          ),
          body,
          unsent,
        },
        token,
      )
      dialog?.close()
      open(made.key)
      return ''
    })
  }
  return (
    <form autocomplete="off" onSubmit={submit}>
      <Field
        label={
          <>
            Body of{' '}
            <code>
              {place.method} {target}
            </code>
            , sent from this page as it is
          </>
        }
        lines={7}
        autofocus
        value={body}
        onInput={({ currentTarget }) => draft.set({ body: currentTarget.value })}
      />
      <Field
        label="Headers"
        lines={3}
        value={headers}
        read={checkHeaders}
        onInput={({ currentTarget }) => draft.set({ headers: currentTarget.value })}
      />
      {unsent.length > 0 && (
        <p class="soft">Not sent as they were, since a page cannot: {unsent.join(', ')}.</p>
      )}
      <Field
        label={`Token, in place of ${TOKEN}`}
        class="secret"
        value={token}
        onInput={({ currentTarget }) => typed.set({ token: currentTarget.value })}
      />
      <p class="soft">
        The token stays in this field. Repeated requests have it too, unless the mock refused their
        own.
      </p>
      {service !== undefined && (
        <p class="verdict" data-tone="odd">
          It is forwarded to {service}: a plant that it adds is real.
        </p>
      )}
      {message}
      <div class="line answers">
        <OnlineButton type="submit" class="main" isRunning={isRunning}>
          Send
        </OnlineButton>
      </div>
    </form>
  )
}
