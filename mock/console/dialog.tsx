import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** A dialog that is open as long as it is drawn. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: (close: () => void) => ComponentChildren
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close() // gives the focus back
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div class="bar">
        <h2 id={id}>{title}</h2>
        <button type="button" class="close" aria-label="Close" onClick={close}>
          ✕
        </button>
      </div>
      {children(close)}
    </dialog>
  )
}

/** A button, and the dialog that it opens. */
export function DialogButton({
  title,
  label = title,
  children,
  ...attributes
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'label'> & {
  title: string
  label?: ComponentChildren
  children: (close: () => void) => ComponentChildren
}): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" {...attributes} aria-haspopup="dialog" onClick={() => setOpen(true)}>
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
interface Question {
  readonly title: string
  readonly text: string
  /** The label of the button that goes ahead. */
  readonly label: string
  act(): void
}

/** Returns a function that asks, and the dialog of the question, whose focus is on the harmless answer. */
export function useQuestion(): [
  ask: (question: Question) => void,
  dialog: JSX.Element | undefined,
] {
  const [question, ask] = useState<Question>()
  const dialog = question && (
    <Dialog title={question.title} onClose={() => ask(undefined)}>
      {close => (
        <>
          <p>{question.text}</p>
          <div class="line answers">
            <button type="button" autofocus onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                close()
                question.act()
              }}
            >
              {question.label}
            </button>
          </div>
        </>
      )}
    </Dialog>
  )
  return [ask, dialog]
}
