import { byId } from './dom.ts'
import { ask } from './live.ts'

let hide: ReturnType<typeof setTimeout> | undefined

/** Sends an order and says what came of it; gives whether it was obeyed. */
export async function order(
  method: string,
  path: string,
  body: unknown,
  said: string,
): Promise<boolean> {
  try {
    await ask(method, path, body)
    say('good', said)
    return true
  } catch (error) {
    say('bad', (error as Error).message)
    return false
  }
}

function say(kind: 'good' | 'bad', text: string): void {
  const outcome = byId('outcome')
  outcome.dataset.kind = kind
  outcome.textContent = text
  clearTimeout(hide)
  hide = setTimeout(() => outcome.replaceChildren(), 8_000)
}
