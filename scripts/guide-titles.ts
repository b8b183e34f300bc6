/** A TypeDoc plugin that titles each guide in the navigation by its heading, not its file name. */
import { type Application, Converter, type DocumentReflection } from 'typedoc'

export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document: DocumentReflection) => {
    const text = document.content.map(part => part.text).join('')
    const title = /^# (.+)$/m.exec(text)?.[1]
    if (title) document.name = title
  })
}
