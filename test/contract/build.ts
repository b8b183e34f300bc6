import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generatedFiles } from '../../scripts/generate/files.ts'
import { type Edit, edited } from './edit.ts'

/** What a guard or a list of issues is asked. */
export interface Generated {
  contract: Record<string, unknown>
  validators: {
    issuesOfRequest(
      value: unknown,
      origin?: 'json',
    ): { message: string; path: (string | number)[] }[]
    isSuccess(value: unknown): boolean
    isError(value: unknown): boolean
  }
  parse: { parseSuccess(text: string): unknown; parseError(text: string): unknown }
}

/** Writes `generated/` for an edited description, and gives its folder. */
export async function generate(source: string, edit: Edit, folder: string): Promise<string> {
  const generated = join(folder, 'generated')
  await mkdir(generated, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const description = edited(source, edit)
  await writeFile(join(folder, 'openapi.yaml'), description)
  for (const [name, text] of Object.entries(await generatedFiles(description)))
    await writeFile(join(generated, name), text)
  return generated
}

export async function load(generated: string): Promise<Generated> {
  const [contract, validators, parse] = await Promise.all(
    ['contract.ts', 'validators.js', 'parse.js'].map(
      name => import(/* @vite-ignore */ pathToFileURL(join(generated, name)).href),
    ),
  )
  return { contract, validators, parse }
}
