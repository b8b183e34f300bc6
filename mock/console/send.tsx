import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { method, path } from '../../generated/contract.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { OnlineButton, Scrollable, useAction } from './action.tsx'
import { baseAddress, sendToService } from './api.ts'
import { LabelledField, useFields } from './fields.tsx'
import { model } from './model.ts'
import { exampleTexts, plantFields, readAsTyped, readPlant } from './plant-fields.ts'

/** The tab that sends a request to the service. */
export function Send(): JSX.Element {
  const fields = useFields('send', exampleTexts)
  const [raw, setRaw] = useState<string>()
  const [response, setResponse] = useState<{ text: string; body?: string }>()
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const { run, message } = useAction()
  const isInvalid = raw === undefined && plantFields.some(({ name }) => fields.errors[name])

  const send = (body: string) =>
    run(async () => {
      running.current?.abort()
      const current = new AbortController()
      running.current = current
      setRunning(true)
      setResponse({ text: 'Waiting for the answer…' })
      const result = await sendToService(
        baseAddress(model.state),
        body,
        model.token,
        current.signal,
      ).then(
        ({ status, text }) => ({ text: `Answered with ${status}.`, body: text }),
        (error: Error) => ({
          text: `No answer: ${current.signal.aborted ? 'it was cancelled' : error.message}.`,
        }),
      )
      if (running.current !== current) return '' // another request has begun
      if (document.activeElement?.id === 'cancel') document.getElementById('send')?.focus()
      setRunning(false)
      setResponse(result)
      return ''
    })
  /** Raw text is sent as it is: that it is no plant, or no JSON, may be what is tested. */
  const submit = (event: Event) => {
    event.preventDefault()
    if (raw !== undefined) return void send(raw)
    const { plant, errors } = readPlant(fields.values, { withRequired: true })
    if (!fields.refuse(errors)) void send(writeJson(plant))
  }
  const sendAsTyped = () => {
    fields.refuse({})
    document.getElementById('send')?.focus()
    void send(writeJson(readAsTyped(fields.values)))
  }
  return (
    <>
      <form
        novalidate
        autocomplete="off"
        onSubmit={submit}
        onInput={() => isRunning || setResponse(undefined)}
      >
        <p class="soft">
          <code>
            {method} {path}
          </code>{' '}
          goes from this page to the mock. An optional field left empty is left out.
        </p>
        {raw === undefined ? (
          <div class="fields">
            {plantFields.map(({ name }) => (
              <LabelledField key={name} of={fields} name={name} />
            ))}
          </div>
        ) : (
          <div class="field stack">
            <label for="raw">Body</label>
            <textarea
              id="raw"
              rows={6}
              spellcheck={false}
              value={raw}
              onInput={({ currentTarget }) => setRaw(currentTarget.value)}
            />
          </div>
        )}
        {isInvalid && (
          <div class="line">
            <span class="soft">To see what the service says:</span>
            <OnlineButton class="quiet" onClick={sendAsTyped}>
              Send it as it is
            </OnlineButton>
          </div>
        )}
        <div class="field stack">
          <label for="token">token</label>
          <input
            id="token"
            class="secret"
            autocomplete="off"
            spellcheck={false}
            value={model.token}
            onInput={({ currentTarget }) => {
              model.typedToken = currentTarget.value
              model.update()
            }}
          />
        </div>
        <p class="soft">
          The token stays in this field. Repeated requests have it too, unless their own was
          refused.
        </p>
        <div class="line">
          <label class="check">
            <input
              type="checkbox"
              checked={raw !== undefined}
              onInput={({ currentTarget }) =>
                // One begins with what is in the fields.
                setRaw(
                  currentTarget.checked ? writeJson(readAsTyped(fields.values), '  ') : undefined,
                )
              }
            />{' '}
            raw JSON
          </label>
          {isRunning && (
            <button type="button" id="cancel" onClick={() => running.current?.abort()}>
              Cancel
            </button>
          )}
          <OnlineButton type="submit" id="send">
            Send
          </OnlineButton>
        </div>
      </form>
      {message}
      <p class="answer" role="status">
        {response?.text}
      </p>
      {response?.body && <Scrollable label="Body of the answer" text={indented(response.body)} />}
    </>
  )
}

function indented(body: string): string {
  try {
    return writeJson(readJson(body), '  ')
  } catch {
    return body
  }
}
