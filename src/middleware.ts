import type { Middleware } from './options.ts'

/**
 * Runs a hook. Until it has returned what `isHarmless` accepts, it may have sent the plant itself.
 */
export type RunHook = <T>(
  hook: () => T | Promise<T>,
  isHarmless: (result: T) => boolean,
) => Promise<T>

/** The same middleware, its hooks run by `run`. */
export function wrapMiddleware(middleware: readonly Middleware[], run: RunHook): Middleware[] {
  const wrapped = middleware.map(
    (one): Middleware => ({
      async onRequest(context) {
        const result = await run(
          () => one.onRequest?.(context),
          result => result instanceof Request,
        )
        return result instanceof Response ? handled() : result // no onResponse is called for it
      },
      onResponse: context =>
        run(
          () => one.onResponse?.(context),
          result => result === context.response,
        ),
      onError: context =>
        run(
          () => one.onError?.(context),
          result => result === context.error,
        ),
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
