import openapi from '../../openapi.yaml'
import { errorResponse } from '../http/response.ts'
import { writeJson } from '../json/write.ts'
import { checkEmptyObject } from './parse-body.ts'
import { answer, jsonResponse, type Methods } from './route.ts'
import type { MockSession } from './types.ts'

/** The named sessions of an app. */
export interface SessionDirectory {
  readonly count: number
  /** The longest idle first. */
  list(): MockSession[]
  /** Returns whether there was one. */
  end(name: string): boolean
}

/** Before a name as in a path: clients leave `.` and `..` out of one (RFC 3986, section 5.2.4). */
const PREFIX = /^(?:~|%7e)/i

/** The routes that answer the same in every session. */
export function createSessionRoutes(sessions: SessionDirectory): Record<string, Methods> {
  const list = () => jsonResponse(writeJson(sessions.list()))
  const end = answer((body, parameter) => {
    checkEmptyObject(body)
    const name = parameter.replace(PREFIX, '')
    return sessions.end(name)
      ? list()
      : errorResponse(404, `There is no session ${name.slice(0, 64)}`)
  }, {})

  return {
    '/sessions': { GET: list },
    '/sessions/*': { DELETE: end },
    '/openapi.yaml': {
      GET: () => ({ status: 200, headers: { 'content-type': 'text/yaml' }, body: openapi }),
    },
  }
}
