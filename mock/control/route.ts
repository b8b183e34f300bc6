import type { StoreRequest } from '../http/request.ts'
import { errorResponse, type RequestHandler, type StoreResponse } from '../http/response.ts'
import { isOptionsError } from '../store/check-options.ts'
import { isEndedError } from '../store/ended-error.ts'
import { isFullError } from '../store/pending.ts'
import { readJsonBody } from './parse-body.ts'

/** Answers a request. `parameter` is what the path has for the `*` of its route. */
export type RouteHandler = (request: StoreRequest, parameter?: string) => ReturnType<RequestHandler>

/** The handlers of a path, by method. */
export type Methods = Readonly<Record<string, RouteHandler>>

/** Applies a JSON body. An `OptionsError` that it throws is a 400, an `EndedError` a 410, a `FullError` a 507. */
export type Apply<Result> = (value: unknown, parameter: string) => Result

/** Makes a handler that reads a JSON body; `emptyValue` is the value of an empty one, if that is allowed. */
export function answer(apply: Apply<StoreResponse>, emptyValue?: object): RouteHandler {
  return async (request, parameter = '') => {
    const body = await readJsonBody(request, emptyValue)
    if ('reason' in body) return body
    try {
      return apply(body.value, parameter)
    } catch (error) {
      if (isOptionsError(error)) return errorResponse(400, error.message)
      if (isEndedError(error)) return errorResponse(410, error.message)
      if (isFullError(error)) return errorResponse(507, error.message)
      throw error
    }
  }
}

export const jsonResponse = (body: string): StoreResponse => ({
  status: 200,
  headers: JSON_TYPE,
  body,
})

export const JSON_TYPE = { 'content-type': 'application/json' }
