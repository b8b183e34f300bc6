// What `verify` expects of the response to each kind of probe.
import { judgeAdded, judgeContent, judgeRefused } from '../contract/judge.ts'
import type { Point } from './points.ts'
import type { Probe } from './probe.ts'

/** How the response to a request is judged, and what the specification leaves open about it. */
export type Judgement = Pick<Probe, 'judge' | 'isSpecified' | 'open'>

/** The request has a valid NewPlant. */
export const ADDED: Judgement = { judge: judgeAdded, isSpecified: true }

/** The same, but bounds and allowed values are "not shown": a service may have some, and refuse. */
export const BOUNDED: Judgement = {
  judge: (response, request) =>
    response.status >= 400 && response.status < 500
      ? judgeContent(response, request)
      : judgeAdded(response, request),
  isSpecified: true,
  open: 'bounds',
}

/** The request has no bearer token. How it is refused is "not shown". */
export const REFUSED: Judgement = { judge: judgeRefused, isSpecified: true, open: 'token' }

/** The id exists already. What becomes of such a plant is "not shown", so any plant may come back. */
export const EXISTING: Judgement = {
  judge: response => judgeContent(response, {}),
  isSpecified: false,
  open: 'duplicates',
}

/** The specification does not say what becomes of the request. */
export const leftOpen = (open: Point): Judgement => ({
  judge: judgeContent,
  isSpecified: false,
  open,
})
