// As they are before a test fakes them.
const { setTimeout, clearTimeout } = globalThis

/** As long as `expect.poll` waits. */
const LIMIT_MS = 20_000

/** Waits for what may never come. Then it throws what was missing, before the time of the test is up. */
export async function within<Value>(value: Promise<Value>, missing: () => string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`Not within ${LIMIT_MS / 1_000} seconds: ${missing()}`))
    timer = setTimeout(fail, LIMIT_MS)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}
