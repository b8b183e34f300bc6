// What the control API is about to say; deleted once mock/control/types.ts says it.
import type {
  FailureRequest as CurrentFailureRequest,
  SerializedMockRequest as CurrentRequest,
  MockState as CurrentState,
} from '../control/types.ts'
import type { Failure } from '../store/failures.ts'
import type { NewPlant } from '../store/plant.ts'

export type Match = Partial<NewPlant>

export type FailureRequest = CurrentFailureRequest & { skip?: number; match?: Match }

export type SerializedMockRequest = Omit<CurrentRequest, 'status' | 'text'> & {
  status?: number
  text?: string
  response?: { headers: Record<string, string>; body?: unknown; text?: string }
  duration?: number
  pending?: 'held' | 'delayed'
  random?: true
  session?: string
}

export interface PendingFailure {
  id: string
  failure: Failure
  times: number | 'Infinity'
  skip: number
  match?: Match | 'function'
}

export interface PendingHold {
  id: string
  match?: Match | 'function'
  request?: SerializedMockRequest
}

export type MockState = Omit<CurrentState, 'failures' | 'settings'> & {
  settings: CurrentState['settings'] & { duplicateIds: 'accept' | 'reject' }
  failures: readonly PendingFailure[]
  holds: readonly PendingHold[]
  pending: readonly SerializedMockRequest[]
  options: Record<string, unknown>
}
