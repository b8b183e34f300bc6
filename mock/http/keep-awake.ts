/**
 * Waits for something that only another request can bring about. workerd ends a request as hung if it waits
 * for no timer or input of its own (https://developers.cloudflare.com/workers/observability/errors/,
 * https://github.com/cloudflare/workerd/issues/210), so it gets a timer there. workerd often does not report that a
 * client has left either, so the wait is given up after `maxMs` there. Elsewhere there is no timer: it would keep
 * the process alive, and fake timers would count it.
 */
export async function keepAwake<T>(
  waiting: Promise<T>,
  maxMs: number = Infinity,
  giveUp: () => void = () => {},
): Promise<T> {
  if (globalThis.navigator?.userAgent !== WORKERD) return await waiting
  const end = Date.now() + maxMs
  const timer = setInterval(() => {
    if (Date.now() > end) giveUp()
  }, INTERVAL_MS)
  try {
    return await waiting
  } finally {
    clearInterval(timer)
  }
}

/** https://developers.cloudflare.com/workers/runtime-apis/web-standards/#navigatoruseragent */
const WORKERD = 'Cloudflare-Workers'

const INTERVAL_MS = 10_000
