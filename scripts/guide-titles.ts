/** A TypeDoc plugin: the navigation of the API reference names a guide by its heading, not by its file. */
import { type Application, Converter, type DocumentReflection } from 'typedoc'

export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document: DocumentReflection) => {
    const text = document.content.map(part => part.text).join('')
    const title = /^# (.+)$/m.exec(text)?.[1]
    if (title) document.name = title
  })
}
