import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { OnlineButton } from './action.tsx'

interface DialogProps {
  title: string
  /** A form with the method `dialog` closes it. */
  children: ComponentChildren
}

/** A dialog that is open as long as it is drawn. Closed, it gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
}: DialogProps & { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form method="dialog" class="bar">
        <h2 class="grow" id={id}>
          {title}
        </h2>
        <button type="submit" class="quiet" aria-label="Close">
          ✕
        </button>
      </form>
      {children}
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
}: DialogProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'label'> & {
    label?: ComponentChildren
    onOpen?: () => void
  }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen?.()
    setOpen(true)
  }
  return (
    <>
      <button type="button" {...attributes} aria-haspopup="dialog" onClick={open}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      )}
    </>
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
  const [question, setQuestion] = useState<Question | false>(false)
  const click = () => {
    const found = ask()
    setQuestion(found)
    return found || act()
  }
  return (
    <>
      <OnlineButton {...attributes} onClick={click} />
      {question && (
        <Dialog title={question.title} onClose={() => setQuestion(false)}>
          <p>{question.text}</p>
          <form method="dialog" class="line answers">
            <button type="submit" autofocus>
              Cancel
            </button>
            <button type="submit" class="danger" onClick={act}>
              {question.label}
            </button>
          </form>
        </Dialog>
      )}
    </>
  )
}
