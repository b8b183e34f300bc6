import openapi from '../../openapi.yaml'
import type { StoreRequest } from '../http/request.ts'
import { errorResponse, type StoreResponse } from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import { findProblems, OptionsError } from '../store/check-options.ts'
import { EMPTY, readJsonBody } from './parse-body.ts'
import { jsonResponse, type Methods } from './routes.ts'
import type { MockSession } from './types.ts'

/** The named sessions of an app. */
export interface SessionDirectory {
  readonly count: number
  /** The longest idle first. */
  list(): MockSession[]
  /** Returns whether there was one. */
  end(name: string): boolean
}

/** The routes that answer the same in every session. */
export function createSessionRoutes(sessions: SessionDirectory): Record<string, Methods> {
  async function end(request: StoreRequest, name = ''): Promise<StoreResponse> {
    const body = await readJsonBody(request, {})
    if ('reason' in body) return body
    const problems = findProblems(body.value, EMPTY)
    if (problems.length > 0) return errorResponse(400, new OptionsError(problems).message)
    if (!sessions.end(name)) return errorResponse(404, `There is no session ${name.slice(0, 64)}`)
    return jsonResponse(writeJson(sessions.list()))
  }

  return {
    '/sessions': { GET: () => jsonResponse(writeJson(sessions.list())) },
    '/sessions/*': { DELETE: end },
    '/openapi.yaml': {
      GET: () => ({ status: 200, headers: { 'content-type': 'text/yaml' }, body: openapi }),
    },
  }
}
