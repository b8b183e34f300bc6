import type { JSX, TargetedEvent } from 'preact'
import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import { REDACTED } from '../http/redact.ts'
import { writeJson } from '../json/write.ts'
import { OnlineButton, useAction } from './action.tsx'
import { serviceFor } from './api.ts'
import { feed } from './feed.ts'
import { Field } from './fields.tsx'
import { Observable, usePart } from './observable.ts'
import { sendAndFind } from './sending.ts'
import { findToken, typed } from './token.ts'
import { open } from './view.ts'

interface Edited {
  readonly method: string
  /** Without it, that of the operation. */
  readonly path: string | undefined
  readonly body: string
}

/** What is edited. */
export const draft: Observable<Edited> = new Observable<Edited>({
  method,
  path: undefined,
  body: writeJson(requestExample, '  '),
})

/** For the operation, whatever was edited before. */
export const draftForOperation = (): void => draft.set({ method, path: undefined })

/** Sends a request as it is typed: a body that is not a plant, or not JSON, may be the test. Then it opens its detail. */
export function Send(): JSX.Element {
  const { body, ...place } = usePart(draft, value => value)
  const target = usePart(feed, ({ state }) => place.path ?? (state?.basePath ?? '') + path)
  const service = usePart(feed, value => serviceFor({ ...place, path: target }, value))
  const token = usePart(typed, findToken)
  usePart(feed, value => value.token)
  const { run, isRunning, message } = useAction()
  const send = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const dialog = event.currentTarget.closest('dialog')
    const authorization = token !== '' && { authorization: `Bearer ${REDACTED}` }
    const headers = { ...authorization, 'content-type': requestMediaType }
    await run(async () => {
      const made = await sendAndFind({ method: place.method, path: target, headers, body }, token)
      dialog?.close()
      open(made.key)
      return ''
    })
  }
  return (
    <form autocomplete="off" onSubmit={send}>
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
        lines={8}
        autofocus
        value={body}
        onInput={({ currentTarget }) => draft.set({ body: currentTarget.value })}
      />
      <Field
        label="Token"
        class="secret"
        value={token}
        onInput={({ currentTarget }) => typed.set({ token: currentTarget.value })}
      />
      <p class="soft">
        The token stays in this field. Repeated requests have it too, unless their own was refused.
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
