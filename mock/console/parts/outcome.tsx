import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

/** How long it is shown. */
const SHOWN_MS = 1_500

/** What a button has done, which takes the place of its label for a moment, so that nothing moves. */
export interface Outcome {
  /** Empty while the label is shown. */
  readonly outcome: string
  tell(outcome: string): void
  /** For a button of the class `stack`. */
  readonly labels: JSX.Element
  /** A polite live region, for a place next to the button. */
  readonly status: JSX.Element
}

/** `usual` is what it says most often: the button has room for it. */
export function useOutcome(label: string, usual: string): Outcome {
  const [outcome, setOutcome] = useState('')
  const tell = (text: string) => {
    setOutcome(text)
    setTimeout(() => setOutcome(''), SHOWN_MS)
  }
  return {
    outcome,
    tell,
    labels: (
      // They lie on one another, so that the button keeps its width.
      <>
        {[label, outcome || usual].map(text => (
          <span key={text} data-shown={text === (outcome || label) || undefined}>
            {text}
          </span>
        ))}
      </>
    ),
    status: (
      <span class="visually-hidden" role="status">
        {outcome}
      </span>
    ),
  }
}
