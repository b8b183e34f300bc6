import type { Middleware } from './options.ts'

/** What an exchange must know of the hooks of its middleware. */
export interface HookObserver {
  /**
   * Runs a hook. Until it has returned what `isHarmless` accepts, it may have sent the plant itself.
   */
  run<T>(hook: () => T | Promise<T>, isHarmless: (result: T) => boolean): Promise<T>
  /** The response that a middleware put in place of a request, or that came out of the last hook. */
  answered(response: Response): void
  /** The error that a middleware put in place of another. */
  failed(error: Error): void
}

/** The same middleware, observed. */
export function wrapMiddleware(
  middleware: readonly Middleware[],
  observer: HookObserver,
): Middleware[] {
  const wrapped = middleware.map(
    (one): Middleware => ({
      async onRequest(context) {
        const result = await observer.run(
          () => one.onRequest?.(context),
          result => !result || result instanceof Request,
        )
        if (!(result instanceof Response)) return result
        observer.answered(result) // no onResponse is called for it
        return handled()
      },
      onResponse: context =>
        observer.run(
          () => one.onResponse?.(context),
          result => !result || result === context.response,
        ),
      async onError(context) {
        const result = await observer.run(
          () => one.onError?.(context),
          result => !result || result === context.error,
        )
        if (result instanceof Error) observer.failed(result)
        return result
      },
    }),
  )
  // The first middleware is the last to see the response.
  const last: Middleware = {
    onResponse({ response }) {
      observer.answered(response)
      return handled()
    },
  }
  return [last, ...wrapped]
}

/**
 * What openapi-fetch gets in place of a response: it reads no body of a 204. The real one is read by
 * the exchange, limited in size and time.
 */
const handled = () => new Response(null, { status: 204 })
