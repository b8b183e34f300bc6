interface Runtime {
  readonly process?: { readonly versions?: { readonly [name: string]: string | undefined } }
  readonly navigator?: { readonly userAgent?: string }
}

/** Bun repeats a POST before this version: https://github.com/oven-sh/bun/issues/28706 */
const BUN_SENDS_ONCE = '1.3.14'

/**
 * Whether this runtime is known to send a POST only once. Others may repeat it when a connection that was used before
 * is lost, and report only what happened to the last copy: Chromium, Firefox, Deno, React Native on Android. A runtime
 * that is not listed counts as one of them. A `fetch` that was passed in counts as its runtime does.
 *
 * - Node. Only its `process.versions` have uvwasi; Bun and Deno imitate the rest. Electron, NW.js and WebContainers
 *   have it too, and name themselves there: their fetch may be Chromium's. After a 421, Node sends once more
 *   (https://fetch.spec.whatwg.org/#concept-http-network-or-cache-fetch), and a 421 says that nothing was done (RFC 9110,
 *   section 15.5.20).
 * - Bun, since the version above.
 * - Workers, tested with workerd. With a compatibility date of 2021 there is no `navigator`, so it counts as unknown.
 */
export function sendsOnce(): boolean {
  const { process, navigator } = globalThis as Runtime
  const { uvwasi, bun, electron, nw, webcontainer } = process?.versions ?? {}
  if (uvwasi) return !(electron || nw || webcontainer)
  if (bun) return bun.localeCompare(BUN_SENDS_ONCE, 'en', { numeric: true }) >= 0
  return navigator?.userAgent === 'Cloudflare-Workers'
}
