// What became of a probe.
import type { Difference } from '../../contract/judge.ts'
import { isSuccessStatus, kindOf, plantOf, type ReadResponse } from '../../contract/response.ts'
import type { PlannedProbe } from '../requests/plan.ts'
import { countRequests } from '../requests/probe.ts'
import { ABOUT_THE_PLANT } from './advice.ts'

/** There is no response to judge, or not the whole of one. The message is the reason. */
export class NoResponse extends Error {
  /** What the owner of the service may try. */
  readonly advice: string
  readonly status = undefined
  /** The status of a response that did not come as a whole. */
  readonly started: number | undefined
  /** What a request got, in short. */
  readonly got: string = 'no response'

  constructor(reason: string, advice = '', started?: number) {
    super(reason)
    this.advice = advice
    this.started = started
  }

  /** What happened, in words. */
  get end(): string {
    return this.started === undefined ? this.message : `${this.started}, then ${this.message}`
  }

  /** The same where nothing else says that there is no response. */
  get came(): string {
    return this.started === undefined ? `no response: ${this.message}` : this.end
  }
}

/** The service refuses requests for a while. */
export class Busy extends NoResponse {
  override readonly got: string

  constructor(reason: string, advice: string, status: number) {
    super(reason, advice)
    this.got = `${status}`
  }

  override get came(): string {
    return this.message
  }
}

/** A probe, those of its requests that were sent, and what the service returned to the last of them. */
export interface Result extends PlannedProbe {
  response: ReadResponse | NoResponse
  /** How many requests the run had sent by then. */
  sent: number
  /** How often in a row the same came when it was sent again, as often as it takes to claim it. */
  inARow?: number
  /** What came before, and did not come again. */
  before?: readonly Result[]
  /** What differed, and did not when it was sent again. */
  notEachTime?: Difference
  /** Its id is there already: the same was refused again, and another was not. */
  isTaken?: boolean
}

type Got = Pick<Result, 'response'>

/** Whether the first of two requests failed, so that the second was not sent. */
export const isCutOff = ({ requests, probe }: PlannedProbe): boolean =>
  requests.length < countRequests(probe)

export const isSuccess = ({ response: { status } }: Got): boolean =>
  status !== undefined && isSuccessStatus(status)

export const isRefusal = ({ response: { status } }: Got): boolean =>
  status !== undefined && status >= 400 && status < 500

/** A success with a body that is neither a plant nor other JSON comes from another service. */
export const isAdded = ({ response }: Got): boolean =>
  !(response instanceof NoResponse) &&
  isSuccessStatus(response.status) &&
  (response.body === '' || plantOf(response) !== undefined || response.json !== undefined)

/** Whether a plant was added, or refused for what it is. Anything else may be a failure of its own. */
export const speaksOfPlant = (result: Got): boolean =>
  isSuccess(result) || ABOUT_THE_PLANT.includes(result.response.status ?? 0)

/** How a response differs from what is specified. */
export const differencesOf = ({ response, probe, requests }: Result): Difference[] =>
  response instanceof NoResponse ? [] : probe.expectation.judge(response, requests.at(-1) ?? {})

/** Whether the same differs in two responses. */
export const isOfOneKind = (one: Difference, other: Difference): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'field' || other.kind !== 'field' || one.change === other.change)

/** Whether a response is as it is specified to be. */
export const isRight = (result: Result): boolean =>
  !(result.response instanceof NoResponse) && differencesOf(result).length === 0

/** To compare it with others: no response is of one kind, whatever became of it, and a status with no end another. */
export const kindOfResult = ({ response }: Got): string =>
  response instanceof NoResponse ? `no response ${response.started ?? ''}` : kindOf(response)
