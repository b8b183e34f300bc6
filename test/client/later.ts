interface Later<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (reason: unknown) => void
}

/** A promise that the test settles. */
export function later<T>(): Later<T> {
  let resolve = (_value: T) => {}
  let reject = (_reason: unknown) => {}
  const promise = new Promise<T>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

/** Long enough for all that a call does without waiting. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

export const hangs = (): Promise<never> => new Promise(() => {})
