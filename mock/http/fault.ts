import { type Answer, errorAnswer, isNetworkError, type RequestHandler } from './answer.ts'
import { withCors } from './cors.ts'
import type { StoreRequest } from './request.ts'

/** Answers a request. A fault of the mock becomes a 500. Rejects to send no response. */
export async function answerWith(handler: RequestHandler, request: StoreRequest): Promise<Answer> {
  try {
    return await handler(request)
  } catch (error) {
    if (isNetworkError(error) || request.signal.aborted) throw error
    return withCors(faultAnswer(error), request)
  }
}

/** Creates the answer to a fault of the mock itself. */
export const faultAnswer = (error: unknown): Answer =>
  errorAnswer({
    status: 500,
    message: `The mock failed: ${error instanceof Error ? error.message : String(error)}`,
  })
