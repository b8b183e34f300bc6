// What the control API is about to say; deleted once mock/control/types.ts says it.
import type { MockState as CurrentState, SerializedMockRequest } from '../control/types.ts'
import type { Failure } from '../store/failures.ts'
import type { NewPlant } from '../store/plant.ts'

export type PlantMatch = Partial<NewPlant>

export interface FailureRequest {
  failure: Failure
  times?: number | 'Infinity'
  skip?: number | undefined
  match?: PlantMatch | undefined
}

export interface SerializedFailure {
  readonly id: string
  readonly failure: Failure
  readonly times: number | 'Infinity'
  readonly skip: number
  readonly match?: PlantMatch | 'function' | 'omitted'
}

export interface SerializedHold {
  readonly id: string
  readonly match?: PlantMatch | 'function' | 'omitted'
  readonly request?: SerializedMockRequest
}

export type MockState = Omit<CurrentState, 'failures' | 'settings'> & {
  readonly settings: CurrentState['settings'] & { duplicateIds: 'accept' | 'reject' }
  readonly failures: readonly SerializedFailure[]
  readonly failureCount: number
  readonly holds: readonly SerializedHold[]
  readonly holdCount: number
  readonly pending: readonly SerializedMockRequest[]
  readonly pendingCount: number
  readonly options: Readonly<Record<string, unknown>>
}
