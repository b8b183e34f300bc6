import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'

export const source: string = readFileSync('openapi.yaml', 'utf8')

/** The line and column of a text in the description. */
export function placeOf(text: string): string {
  const lines = source.slice(0, source.indexOf(text)).split('\n')
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

/** JSON Pointers to what is edited most. */
export const NAME = '/components/schemas/Plant/properties/name'
export const TAG = '/components/schemas/Plant/properties/tag'
export const OWN = '/components/schemas/NewPlant/allOf/1/properties'
export const ID: string = `${OWN}/id`
export const ERROR = '/components/schemas/Error'
export const POST = '/paths/~1plants/post'
export const REQUEST: string = `${POST}/requestBody/content/application~1json`
export const SUCCESS: string = `${POST}/responses/200/content/application~1json`

/** New values by JSON Pointer, where undefined removes one; or a change of the text. */
export type Edit = Readonly<Record<string, unknown>> | ((source: string) => string)

/** The description after an edit. */
export const edited = (edit: Edit): string =>
  typeof edit === 'function' ? edit(source) : changed(source, edit)

/** A description with new values by JSON Pointer. */
export function changed(source: string, edit: Readonly<Record<string, unknown>>): string {
  const document = parseDocument(source, { intAsBigInt: true })
  for (const [pointer, value] of Object.entries(edit)) {
    const path = pointer
      .split('/')
      .slice(1)
      .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (value === undefined) document.deleteIn(path)
    else document.setIn(path, document.createNode(value))
  }
  return document.toString({ lineWidth: 0 })
}
