import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { method, path, requestExample } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import { OnlineButton, Scrollable, useAction } from './action.tsx'
import { type Draft, sendToService } from './api.ts'
import { watchFor } from './arrival.ts'
import { feed, isRequest } from './feed.ts'
import { Release } from './next.tsx'
import { Observable, usePart } from './observable.ts'
import { findToken, typed } from './token.ts'
import { readBody, WAITING } from './words.ts'

/** What is edited. Without a path it goes to the operation. */
export const draft: Observable<Omit<Draft, 'path'> & { readonly path: string | undefined }> =
  new Observable({ method, path: undefined, body: writeJson(requestExample, '  ') })

/** For the operation, whatever was edited before. */
export const draftForOperation = (): void => draft.set({ method, path: undefined })

/** Sends a request to the service as it is typed: that it is no plant, or no JSON, may be what is tested. */
export function Send(): JSX.Element {
  const { body, ...place } = usePart(draft, value => value)
  const operation = usePart(feed, value => (value.state?.basePath ?? '') + path)
  const target = place.path ?? operation
  const token = usePart(typed, findToken)
  usePart(feed, value => value.token)
  const service = usePart(feed, value => value.state?.options.forward)
  const [response, setResponse] = useState<{ text: string; body?: string }>()
  const [key, setKey] = useState<string>()
  const lines = usePart(feed, value => value.lines)
  const waiting = lines.filter(isRequest).find(entry => entry.key === key)?.request
  const running = useRef<AbortController>(undefined)
  const { run, isRunning, message } = useAction()
  const send = () =>
    run(async () => {
      const { state } = feed.value
      if (!state) throw new Error('The mock server has not answered yet.')
      const current = new AbortController()
      running.current = current
      setResponse(undefined)
      const sending = { method: place.method, path: target, body }
      const find = watchFor(sending)
      const sent = sendToService(sending, token, current.signal)
      const found = find(sent)
      void found.then(entry => entry && setKey(entry.key))
      try {
        const { status, text } = await sent
        const answered = `Answered with ${status}.`
        setResponse({ text: answered, body: text })
        void found.then(request => {
          if (!request && running.current === current)
            setResponse({ text: `${answered} ${ELSEWHERE}`, body: text })
        })
      } catch {
        setResponse({
          text: current.signal.aborted
            ? 'Cancelled: there was no answer so far.'
            : 'Network error: the connection ended before there was a whole response.',
        })
      }
      return ''
    })
  return (
    <>
      <form
        novalidate
        autocomplete="off"
        onSubmit={event => {
          event.preventDefault()
          if (!isRunning) void send()
        }}
        onInput={() => isRunning || setResponse(undefined)}
      >
        <label class="field">
          <span>
            Body of{' '}
            <code>
              {place.method} {target}
            </code>
            , sent from this page as it is
          </span>
          <textarea
            autofocus
            rows={8}
            spellcheck={false}
            value={body}
            onInput={({ currentTarget }) => draft.set({ body: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Token</span>
          <input
            class="secret"
            autocomplete="off"
            spellcheck={false}
            value={token}
            onInput={({ currentTarget }) => typed.set({ token: currentTarget.value })}
          />
        </label>
        <p class="soft">
          The token stays in this field. Repeated requests have it too, unless their own was
          refused.
        </p>
        {service !== undefined && target.split('?')[0] === operation && (
          <p class="verdict" data-tone="odd">
            It is forwarded to {service}: a plant that it adds is real.
          </p>
        )}
        <div class="line answers">
          {isRunning && (
            <button type="button" onClick={() => running.current?.abort()}>
              Cancel
            </button>
          )}
          <OnlineButton type="submit" class="main" isRunning={isRunning}>
            Send
          </OnlineButton>
        </div>
      </form>
      {!waiting?.inFlight && message}
      <p role="status">{waiting?.inFlight ? `${WAITING[waiting.inFlight]}.` : response?.text}</p>
      {waiting && <Release request={waiting} />}
      {response?.body && <Scrollable label="Body of the answer" text={indented(response.body)} />}
    </>
  )
}

const ELSEWHERE =
  'The request did not reach this mock: a proxy may lead its path to another server.'

function indented(text: string): string {
  const body = readBody(text)
  return body === text ? text : writeJson(body, '  ')
}
