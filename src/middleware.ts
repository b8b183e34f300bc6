import type { Middleware } from './options.ts'

/**
 * Runs a hook that was given a Response or an Error, or neither. Until it has returned nothing, the
 * same, or where neither was given a Request, it may have sent the plant itself.
 */
export type RunHook = <T>(hook: () => T | Promise<T>, given?: unknown) => Promise<T>

/** The same middleware, its hooks run by `run`. */
export function wrapMiddleware(middleware: readonly Middleware[], run: RunHook): Middleware[] {
  const wrapped = middleware.map(
    (one): Middleware => ({
      async onRequest(context) {
        const result = await run(() => one.onRequest?.(context))
        return result instanceof Response ? handled() : result // no onResponse is called for it
      },
      onResponse: context => run(() => one.onResponse?.(context), context.response),
      onError: context => run(() => one.onError?.(context), context.error),
    }),
  )
  // The first middleware is the last to see the response.
  return [{ onResponse: handled }, ...wrapped]
}

/**
 * What openapi-fetch gets in place of a response: it reads no body of a 204. The real one is read by
 * the exchange, limited in size and time.
 */
const handled = () => new Response(null, { status: 204 })
