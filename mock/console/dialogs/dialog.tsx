import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { OnlineButton } from '../parts/action.tsx'
import { Observable, usePart } from '../parts/observable.ts'

interface Shown {
  readonly title: string
  /** A form with the method `dialog` closes it. */
  readonly children: ComponentChildren
}

/** The open dialogs, the last one on top. They stay when what has opened them goes. */
const opened: Observable<{ readonly dialogs: readonly Shown[] }> = new Observable<{
  readonly dialogs: readonly Shown[]
}>({ dialogs: [] })

export const showDialog = (title: string, children: ComponentChildren): void =>
  opened.set({ dialogs: [...opened.value.dialogs, { title, children }] })

/** All dialogs of the page. */
export const Dialogs = (): JSX.Element => (
  <>
    {usePart(opened, value => value.dialogs).map((shown, index) => (
      <Dialog key={index} {...shown} />
    ))}
  </>
)

/** Closed, it gives the focus back. */
function Dialog(shown: Shown) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={() => opened.set({ dialogs: opened.value.dialogs.slice(0, -1) })}
    >
      <form method="dialog" class="bar">
        <h2 class="grow" id={id}>
          {shown.title}
        </h2>
        <button type="submit" class="quiet" aria-label="Close">
          ✕
        </button>
      </form>
      {shown.children}
    </dialog>
  )
}

/** A button, and the dialog that it opens. */
export function DialogButton({
  title,
  label = title,
  onOpen,
  children,
  ...attributes
}: Shown &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'label'> & {
    label?: ComponentChildren
    onOpen?: () => void
  }): JSX.Element {
  const click = () => {
    onOpen?.()
    showDialog(title, children)
  }
  return (
    <button type="button" {...attributes} aria-haspopup="dialog" onClick={click}>
      {label}
    </button>
  )
}

/** A question before something is lost. */
export interface Question {
  readonly title: string
  readonly text: string
  /** The label of the button that goes ahead. */
  readonly label: string
}

/** A button that asks before it acts, unless nothing would be lost. The focus is on the harmless answer. */
export function AskingButton({
  ask,
  act,
  ...attributes
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  ask: () => Question | false
  act: () => unknown
}): JSX.Element {
  const click = () => {
    const question = ask()
    if (!question) return act()
    showDialog(
      question.title,
      <>
        <p>{question.text}</p>
        <form method="dialog" class="line answers">
          <button type="submit" autofocus>
            Cancel
          </button>
          <button type="submit" class="danger" onClick={act}>
            {question.label}
          </button>
        </form>
      </>,
    )
  }
  return <OnlineButton {...attributes} onClick={click} />
}
