/** A promise that the test resolves. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve = (_value: T) => {}
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Long enough for all that a call does without waiting. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

/** Collects the rejections that nobody handles. Stop it before the test ends. */
export function unhandledRejections(): { reasons: unknown[]; stop: () => void } {
  const reasons: unknown[] = []
  const note = (reason: unknown) => void reasons.push(reason)
  process.on('unhandledRejection', note)
  return { reasons, stop: () => void process.off('unhandledRejection', note) }
}

export const hangs = (): Promise<never> => new Promise(() => {})
