/**
 * Waits for something that another request brings about. workerd ends a request that waits for nothing of its
 * own as hung, so that it gets a timer there. Nowhere else: a timer would keep a process from ending, and
 * fake timers would count it.
 */
export async function keepAlive<T>(waiting: Promise<T>): Promise<T> {
  if (globalThis.navigator?.userAgent !== WORKERD) return await waiting
  const timer = setInterval(() => {}, INTERVAL_MS)
  try {
    return await waiting
  } finally {
    clearInterval(timer)
  }
}

/** https://developers.cloudflare.com/workers/runtime-apis/web-standards/#navigatoruseragent */
const WORKERD = 'Cloudflare-Workers'

const INTERVAL_MS = 10_000
