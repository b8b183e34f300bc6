/**
 * A TypeDoc plugin. It titles each guide in the navigation by its heading, not its file name, and leads the links of
 * docs/exports.md, which go to sources, to the pages of the API reference.
 */
import {
  type Application,
  Converter,
  type DocumentReflection,
  type NormalizedPath,
  type ProjectReflection,
} from 'typedoc'

export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document: DocumentReflection) => {
    const text = document.content.map(part => part.text).join('')
    const title = /^# (.+)$/m.exec(text)?.[1]
    if (title) document.name = title
  })
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const exports = project.documents?.find(({ name }) => name === 'Exports')
    if (exports) linkExports(exports, project)
  })
}

/** TypeDoc has a link as a name in backticks, `](` and the path. A link leads to what has the name. */
function linkExports({ content }: DocumentReflection, project: ProjectReflection): void {
  const exported = (project.children ?? []).flatMap(entry => entry.children ?? [])
  for (const [index, part] of content.entries()) {
    if (part.kind !== 'relative-link') continue
    const name = content[index - 2]?.text.replaceAll('`', '')
    const reflection = exported.find(each => each.name === name)
    if (!reflection) throw new Error(`docs/exports.md names ${name}, which is not exported`)
    const path = `/exports/${name}` as NormalizedPath // any that no file has
    project.files.registerReflectionPath(path, reflection)
    part.target = project.files.registerAbsolute(path).target
  }
}
