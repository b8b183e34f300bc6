import { posix } from 'node:path'

/** What leads from a document to a file: the target of a link, a source of a picture. */
const LINK = /\[(?<text>(?:[^\]`]|`[^`]*`)*)\]\((?<target>(?!\w+:|#)[^)\s]+)\)/g
const PICTURE = /(?<attribute>src|srcset)="(?<target>(?!\w+:)[^"]+)"/g

/**
 * Returns a document of the package in which nothing leads to a file that the package does not have. Such a link goes
 * to that file in `repository` (https://github.com/OWNER/NAME) at `tag`. Without a repository its text is left.
 */
export function linkOutside(
  document: string,
  path: string,
  files: readonly string[],
  { repository, tag }: { repository: string | undefined; tag: string },
): string {
  const outside = (target: string): string | undefined => {
    const file = posix.join(posix.dirname(path), target.replace(/#.*/, ''))
    const isInside = files.some(each => each === file || each.startsWith(posix.join(file, '/')))
    return isInside ? undefined : posix.join(posix.dirname(path), target)
  }
  return document
    .replace(LINK, (link: string, text: string, target: string) => {
      const file = outside(target)
      if (file === undefined) return link
      return repository ? `[${text}](${repository}/blob/${tag}/${file})` : text
    })
    .replace(PICTURE, (source: string, attribute: string, target: string) => {
      const file = outside(target)
      return file && repository ? `${attribute}="${repository}/raw/${tag}/${file}"` : source
    })
}
