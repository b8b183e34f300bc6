import type { LastHeaders } from './arrivals.ts'
import { Budget } from './budget.ts'
import { OptionsError } from './check-options.ts'
import { JournalSpace } from './journal.ts'
import { type MockStoreOptions, type Settings, toSettings } from './options.ts'
import { StartPlants } from './plants.ts'

/** The most characters that plants take up: two million plants of usual size. */
const MAX_PLANT_CHARS = 2 ** 28

/** The most characters that pending failures and holds take up. */
const MAX_PENDING_CHARS = 2 ** 25

/** The most characters that held and delayed requests take up. */
const MAX_WAITING_CHARS = 2 ** 25

/** What a store shares with those of its sessions: what bounds them together, and what they all begin with. */
export class Shared {
  readonly startPlants: StartPlants
  readonly settings: Settings
  readonly plantBudget: Budget = new Budget(MAX_PLANT_CHARS)
  readonly pendingBudget: Budget = new Budget(MAX_PENDING_CHARS)
  readonly waitingBudget: Budget = new Budget(MAX_WAITING_CHARS)
  readonly journalSpace: JournalSpace = new JournalSpace()
  readonly lastHeaders: LastHeaders = { headers: [] }
  #lastId = 0

  /** Counts the plants once, for all sessions. Throws an `OptionsError` if they are too many. */
  constructor(options: MockStoreOptions) {
    this.settings = toSettings(options)
    this.startPlants = new StartPlants(options.plants ?? [])
    const { chars } = this.startPlants
    if (!this.plantBudget.fits(chars))
      throw new OptionsError([
        {
          option: 'plants',
          pointer: '',
          message: `take up ${chars} characters, and the mock keeps at most ${MAX_PLANT_CHARS}`,
        },
      ])
    this.plantBudget.take(chars)
  }

  /** An id that no hold or failure of any session has had. */
  nextId(): string {
    return String(++this.#lastId)
  }
}
