import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { skipped } from '../browser.ts'
import type { Consumer } from './consumer.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Why examples in Python are skipped; with CI=true they fail instead. */
const withoutPython =
  process.env.CI === 'true' || spawnSync('python3', ['--version']).status === 0
    ? undefined
    : 'Skipped: there is no python3'

/** The projects of examples/, as their readers copy them. */
export const examples: Consumer[] = globSync('examples/*/package.json')
  .sort()
  .map(file => {
    const folder = dirname(file)
    const { dependencies, devDependencies } = read(file)
    const isPython = globSync(`${folder}/*.py`).length > 0
    return {
      name: basename(folder),
      proves:
        'a copy compiles, so that explain.ts has a message for users for each kind of error, and npm install and npm test pass with the packed package',
      home: 'examples',
      folders: [basename(folder)],
      uses: [], // they are listed in examples/README.md
      missing: isPython
        ? withoutPython
        : '@playwright/test' in devDependencies
          ? skipped
          : undefined,
      async check() {
        const wanted = `^${read('package.json').version}`
        if (dependencies['plant-store-client'] !== wanted)
          throw new Error(`${file} asks for another plant-store-client than ${wanted}`)
        return undefined
      },
    }
  })
