import { Quota } from '../http/quota.ts'
import { JournalLimit } from './journal.ts'

/** The limits of a mock, which all its sessions share. */
export class Limits {
  /** Bytes of all plants as they were sent, and of their bookkeeping. */
  readonly plantBytes: Quota = new Quota(2 ** 28)
  /** Bytes of the bodies that are arriving. */
  readonly bodyBytes: Quota = new Quota(2 ** 28)
  /** Requests that are held, delayed or left without an answer. */
  readonly inFlight: Quota = new Quota(500)
  /** Entries in all journals, and their bytes. */
  readonly journals: JournalLimit = new JournalLimit(10_000, 2 ** 26)
}
