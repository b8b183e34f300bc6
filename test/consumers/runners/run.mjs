// The test runners of Node, Bun and Deno, whose programs npm has installed without their scripts.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'

const program = pattern => globSync(`node_modules/${pattern}`)[0]
const commands = [
  ['node', '--test', 'node.test.mjs'],
  [program('@oven/bun-*/bin/bun'), 'test', './bun.test.js'],
  [program('@deno/*/deno'), 'test', '--no-remote', '--allow-all', 'deno_test.js'],
]
for (const [command, ...args] of commands) {
  console.log(command, ...args)
  execFileSync(command, args, { stdio: 'inherit' })
}
