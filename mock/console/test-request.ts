import { method, path } from '../../generated/contract.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { byId, field, h, setText } from './dom.ts'
import { PlantFields } from './plant-fields.ts'
import { sendToService } from './service.ts'

/** The form that sends a request to the service. */
export class TestRequest {
  readonly #fields = new PlantFields(byId('send-fields'), 'send', true)
  readonly #raw = byId<HTMLTextAreaElement>('raw')
  #running: AbortController | undefined

  constructor() {
    setText(byId('operation'), `${method} ${path}`)
    field('is-raw').addEventListener('change', () => this.#showRaw(field('is-raw').checked))
    byId('send-form').addEventListener('submit', event => {
      event.preventDefault()
      const body = this.#body()
      if (body !== undefined) void this.#send(body)
    })
    byId('cancel').addEventListener('click', () => this.#running?.abort())
  }

  /** The fields are taken over as JSON, so that one can begin with what is there. */
  #showRaw(isRaw: boolean): void {
    const plant = isRaw ? this.#fields.read({ withRequired: true }) : undefined
    if (plant) this.#raw.value = writeJson(plant, '  ')
    byId('raw-field').hidden = !isRaw
    byId('send-fields').hidden = isRaw
  }

  /** Raw text is sent as it is: that it is no plant, or no JSON, may be what is tested. */
  #body(): string | undefined {
    if (field('is-raw').checked) return this.#raw.value
    const plant = this.#fields.read({ withRequired: true })
    return plant && writeJson(plant)
  }

  async #send(body: string): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    byId('cancel').hidden = false
    showAnswer('Waiting for the answer…')
    try {
      const { status, text } = await sendToService(body, running.signal)
      showAnswer(`Answered with ${status}.`, text)
    } catch (error) {
      if (this.#running !== running) return // another request has begun
      const reason = running.signal.aborted ? 'it was cancelled' : (error as Error).message
      showAnswer(`No answer: ${reason}.`)
    }
    if (this.#running !== running) return
    if (byId('cancel') === document.activeElement) byId('send').focus()
    byId('cancel').hidden = true
  }
}

function showAnswer(text: string, body?: string): void {
  setText(byId('answer'), text)
  const attributes = { tabindex: '0', role: 'group', 'aria-label': 'Body of the answer' }
  byId('answer-body').replaceChildren(...(body ? [h('pre', attributes, indented(body))] : []))
}

function indented(body: string): string {
  try {
    return writeJson(readJson(body), '  ')
  } catch {
    return body
  }
}
