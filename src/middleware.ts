import type { Middleware } from 'openapi-fetch'

/**
 * The same middleware, with what comes of it reported: the answer, or the network's error.
 * openapi-fetch is left an empty answer: bodies are read elsewhere, bounded by size and time.
 */
export function observed(
  middleware: readonly Middleware[],
  answered: (response: Response) => void,
  lost: (error: Error) => void,
): Middleware[] {
  const take = (response: Response) => {
    answered(response)
    return new Response(null, { status: 204 })
  }
  const each = middleware.map(
    (one): Middleware => ({
      async onRequest(context) {
        const result = await one.onRequest?.(context)
        // An answer in place of a request skips every onResponse.
        return result instanceof Response ? take(result) : result
      },
      onResponse: async context => one.onResponse?.(context),
      async onError(context) {
        const result = await one.onError?.(context)
        if (result instanceof Error) lost(result)
        return result
      },
    }),
  )
  // The first to see a request is the last to see its answer.
  return [{ onResponse: ({ response }) => take(response) }, ...each]
}
