import type { Sessions } from '../app/sessions.ts'
import type { StartedServer } from '../server/start.ts'
import { describeAddress } from './start-message.ts'

const KEYS = {
  o: 'open the console',
  c: 'clear the screen',
  r: 'reset every session',
  q: 'quit',
  h: 'list the keys',
} as const

type Key = keyof typeof KEYS

/** Lists each key and what it does. */
export const describeKeys = (): string[] =>
  Object.entries(KEYS).map(([key, action]) => `${key} ${action}`)

/** The parts of a running command that the keys control. A key is a line: a letter and Enter. */
export interface KeyTargets {
  started: StartedServer
  print(text: string): void
  openConsole(): void
  quit(): void
}

/** Returns a function that performs the action of a line. Other lines do nothing but decline prompts. */
export function createKeys({
  started: { server, sessions },
  print,
  openConsole,
  quit,
}: KeyTargets): (line: string) => void {
  let isAsking = false
  const actions: Record<Key, () => void> = {
    o: openConsole,
    c: () => print((process.env.TERM === 'dumb' ? '' : CLEAR) + describeAddress(server)),
    r() {
      const counted = countAll(sessions)
      print(`Reset ${counted.sessions} with ${counted.plants}? y/n`)
      isAsking = true
    },
    q: quit,
    h: () => print(describeKeys().join('\n')),
  }
  return line => {
    const key = line.toLowerCase()
    if (isAsking) {
      isAsking = false
      print(/^y(?:es)?$/.test(key) ? resetAll(sessions) : 'Nothing was reset.')
    } else if (isKey(key)) actions[key]()
  }
}

const isKey = (text: string): text is Key => Object.hasOwn(KEYS, text)

/** Erases the screen and the scrollback (ECMA-48; the second sequence is xterm's). */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H'

/** Resets every session. Returns a line that says so. */
function resetAll(all: Sessions): string {
  for (const { store } of all.all()) store.resetBy('A key in the terminal')
  const { sessions, plants } = countAll(all)
  return `Reset ${sessions}: ${plants}, no requests.`
}

function countAll(all: Sessions): { sessions: string; plants: string } {
  const named = all.list()
  const { plants } = all.default.store.state
  const sum = named.reduce((total, session) => total + session.plants, plants.count)
  return { sessions: count(named.length + 1, 'session'), plants: count(sum, 'plant') }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
