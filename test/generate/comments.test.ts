// What an editor shows of a description: the text of its notes, and whether something is deprecated.
import ts from 'typescript'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { type Edit, edited, ID, NAME, OWN, POST, TAG } from './edit.ts'

/** The comment of each member that has one: its text, and its tags with what belongs to them. */
async function commentsAfter(edit: Edit): Promise<Record<string, [text: string, ...string[]]>> {
  const { 'types.ts': text = '' } = await generatedFiles(edited(edit))
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true)
  const comments: Record<string, [string, ...string[]]> = {}
  const visit = (node: ts.Node) => {
    const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
    if (comment && ts.isPropertySignature(node)) {
      const tags = (comment.tags ?? []).map(tag =>
        `@${tag.tagName.text} ${ts.getTextOfJSDocComment(tag.comment) ?? ''}`.trim(),
      )
      comments[node.name.getText()] = [ts.getTextOfJSDocComment(comment.comment) ?? '', ...tags]
    }
    node.forEachChild(visit)
  }
  visit(file)
  return comments
}

test('what is deprecated keeps its description, and gives no reason that nobody wrote', async () => {
  const noted = { deprecated: true, description: 'Old' }
  const comments = await commentsAfter({
    [`${NAME}/deprecated`]: true,
    [`${TAG}/deprecated`]: true,
    [`${TAG}/title`]: 'Tag',
    [`${TAG}/description`]: 'Free text\nin two lines',
    [`${TAG}/default`]: 'tropical',
    [`${ID}/deprecated`]: true,
    [`${OWN}/size`]: { type: 'string', enum: ['S'], ...noted },
    [`${OWN}/pots`]: { type: 'array', items: { type: 'string' }, examples: [['a']], ...noted },
    [`${OWN}/place`]: { type: 'object', properties: { room: { type: 'string', ...noted } } },
    [`${OWN}/other`]: { $ref: '#/components/schemas/Error', ...noted },
    [`${OWN}/bare`]: { type: 'string', deprecated: true },
    '/components/schemas/Plant/deprecated': true,
    '/components/schemas/Plant/description': 'A plant',
    [`${POST}/deprecated`]: true,
    [`${POST}/description`]: 'Adds it',
  })
  expect(comments).toMatchObject({
    name: ['The name of the plant', '@deprecated'],
    tag: ['Tag\nFree text\nin two lines', '@default tropical', '@deprecated'],
    id: [expect.stringContaining('Identification number'), '@deprecated'],
    size: ['Old', expect.stringContaining('@enum'), '@deprecated'],
    pots: ['Old', expect.stringContaining('@example'), '@deprecated'],
    room: ['Old', '@deprecated'],
    other: ['Old', '@deprecated'],
    bare: ['', '@deprecated'],
    Plant: ['A plant', '@deprecated'],
    post: ['Creates a new plant in the store\nAdds it', '@deprecated'],
  })
})

test('a description that begins a line with @ adds no tag', async () => {
  const comments = await commentsAfter({
    [`${NAME}/description`]: '@internal staff choose it\n\n@deprecated is not a tag here\n',
    [`${TAG}/description`]: '@deprecated',
  })
  expect(comments).toMatchObject({
    name: ['\\@internal staff choose it\n\n\\@deprecated is not a tag here'],
    tag: ['\\@deprecated'],
  })
})
