import type { JSX, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { MockFailure } from '../../store/failure.ts'
import { showDialog } from '../dialogs/dialog.tsx'
import { type Action, OnlineButton, useAction } from '../parts/action.tsx'
import { Check, Field, readForm } from '../parts/fields.tsx'
import { readHeaders } from '../parts/headers.ts'
import { toFailure, usualMediaType } from './to-failure.ts'

interface ChooserProps {
  /** The name of the list. */
  list: string
  /** The failures to choose from; without a failure, an answer as usual. */
  choices: readonly (readonly [text: string, failure: MockFailure | undefined, hint?: string])[]
  /** What the list calls a response that is written in a dialog, and the title and the button of that. */
  own: readonly [text: string, title: string, button: string]
  button: string
  /** The name of the button, where its text is not enough. */
  name?: string
  onChoose: (failure: MockFailure | undefined, action?: Action) => Promise<boolean>
}

/** A list of failures, and the button that acts with the chosen one. */
export function Chooser({ list, choices, own, button, name, onChoose }: ChooserProps): JSX.Element {
  const [index, setIndex] = useState(0)
  const [ownText, title, submit] = own
  const [, failure, hint] = choices[index] ?? []
  return (
    <>
      <select
        aria-label={list}
        onChange={({ currentTarget }) => setIndex(currentTarget.selectedIndex)}
      >
        {[...choices.map(([text]) => text), ownText].map(text => (
          <option key={text}>{text}</option>
        ))}
      </select>
      <OnlineButton
        aria-label={name}
        title={hint}
        onClick={() => {
          if (index < choices.length) return onChoose(failure)
          return showDialog(title, <Custom label={submit} onChoose={onChoose} />)
        }}
      >
        {button}
      </OnlineButton>
    </>
  )
}

/** Any other response. What was typed stays until the mock has accepted it. */
function Custom({ label, onChoose }: { label: string; onChoose: ChooserProps['onChoose'] }) {
  const action = useAction()
  const submit = async (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const dialog = event.currentTarget.closest('dialog')
    const { headers = '', body = '', empty, ...typed } = readForm(event.currentTarget)
    const [status, own] = [Number(typed.status), readHeaders(headers)]
    const failure =
      body === '' || empty
        ? { status, headers: own, ...(empty && { body: '' }) }
        : toFailure(status, { ...usualMediaType(status, body), ...own }, body)
    if (!action.isRunning && (await onChoose(failure, action))) dialog?.close()
  }
  return (
    <form onSubmit={submit}>
      <Field
        name="status"
        label="Status"
        type="number"
        min="200"
        max="599"
        required
        autofocus
        defaultValue="418"
      />
      <Field
        name="headers"
        label="Headers"
        lines={2}
        placeholder="Retry-After: 2"
        read={readHeaders}
      />
      <Field name="body" label="Body" lines={3} placeholder="the usual Error" />
      <p class="soft">No plant is added, whatever the status.</p>
      {action.message}
      <div class="line answers">
        <Check name="empty" label="empty body" />
        <OnlineButton type="submit" class="main" isRunning={action.isRunning}>
          {label}
        </OnlineButton>
      </div>
    </form>
  )
}
