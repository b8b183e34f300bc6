import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useOutcome } from './outcome.tsx'

/** Text that may be long: it scrolls by itself, by keyboard too. */
export const Scrollable = ({ label, text }: { label: string; text: string }): JSX.Element => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <pre tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
)

/** A button that copies a text. Where the browser does not allow that, the text is shown and selected. */
export function CopyButton({
  text,
  label = 'Copy',
  title,
  name,
}: {
  text: string
  label?: string
  title?: string
  /** Its name for a screen reader. */
  name?: string
}): JSX.Element {
  const { outcome, tell, labels, status } = useOutcome(label, 'Copied')
  const [isShown, setShown] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const end = (isCopied: boolean) => {
    setShown(!isCopied)
    tell(isCopied ? 'Copied' : 'Selected')
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      end(true)
    } catch {
      end(false)
    }
  }
  useLayoutEffect(() => {
    const pre = place.current?.querySelector('pre')
    if (!pre) return
    getSelection()?.selectAllChildren(pre)
    // On an http address of the local network there is no clipboard (Secure Contexts, section 3.1).
    if (!navigator.clipboard && document.execCommand('copy')) end(true)
  }, [isShown, outcome])
  return (
    <span class="copy" ref={place}>
      <button
        type="button"
        class="stack"
        title={title}
        aria-label={outcome ? undefined : name}
        onClick={copy}
      >
        {labels}
      </button>
      {status}
      {isShown && <Scrollable label={label} text={text} />}
    </span>
  )
}
