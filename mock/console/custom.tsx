import type { JSX, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { Failure } from '../store/failures.ts'
import { type Action, OnlineButton, useAction } from './action.tsx'
import { checkNumber, Field, useFields } from './fields.tsx'
import { readBody } from './words.ts'

type Choose = (failure: Failure, action?: Action) => Promise<boolean>

const STATUS = { min: 200, max: 599, whole: true, text: 'Enter a status from 200 to 599.' }

/** Any other response. What was typed stays until the mock has accepted it. */
export function Custom({ label, onChoose }: { label: string; onChoose: Choose }): JSX.Element {
  const action = useAction()
  const fields = useFields({ status: '418', headers: '', body: '' })
  const [isEmpty, setEmpty] = useState(false)
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const dialog = event.currentTarget.closest('dialog')
    const { status, headers, body } = fields.values
    const read = readHeaders(headers)
    const wrong = typeof read === 'string' ? read : undefined
    const isRefused = fields.refuse({ status: checkNumber(status, STATUS), headers: wrong })
    if (action.isRunning || isRefused || typeof read === 'string') return
    const failure = {
      status: Number(status),
      headers: read,
      ...(isEmpty ? { body: '' } : body !== '' && { body: readBody(body) }),
    }
    if (await onChoose(failure, action)) dialog?.close()
  }
  return (
    <form novalidate onSubmit={submit}>
      <Field of={fields} name="status" label="Status" type="number" />
      <Field of={fields} name="headers" label="Headers" lines={2} placeholder="Retry-After: 2" />
      <Field of={fields} name="body" label="Body" lines={3} placeholder="the usual Error" />
      <p class="soft">No plant is added, whatever the status.</p>
      {action.message}
      <div class="line answers">
        <label class="check">
          <input
            type="checkbox"
            checked={isEmpty}
            onChange={({ currentTarget }) => setEmpty(currentTarget.checked)}
          />{' '}
          empty body
        </label>
        <OnlineButton type="submit" class="main" isRunning={action.isRunning}>
          {label}
        </OnlineButton>
      </div>
    </form>
  )
}

/** One header a line. Returns what is wrong as text. */
function readHeaders(text: string): Record<string, string> | string {
  const headers = new Headers()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? []
    // The headers of a failure have each name once, and cookies cannot be joined.
    if (/^set-cookie$/i.test(name) && headers.has(name)) return 'Enter at most one Set-Cookie.'
    try {
      headers.append(name, value)
    } catch {
      return `This is not a header: ${line}`
    }
  }
  return Object.fromEntries(headers)
}
