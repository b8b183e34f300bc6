// Runs verify against services with real frameworks, one after the other: `npm run test:all -- services/flask`.
// What the machine has no runtime for is skipped, and the reason is printed.
import { spawnSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Bin } from '../command-line.ts'
import { freePort } from '../listen.ts'
import { freshFolder, run, startOnPort } from '../shell.ts'
import temporary from '../temporary.ts'
import { type RealService, services } from './services.ts'

const TOKEN = 'Qv7-s3cret.token~42'
process.once('exit', temporary())

const wanted = process.argv.slice(2)
const unknown = wanted.find(word => !services.some(({ name }) => name === word))
if (unknown) {
  console.error(`There is no ${unknown}: ${services.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const rows: Record<string, object> = {}
for (const service of services) {
  if (wanted.length > 0 && !wanted.includes(service.name)) continue
  const [program = '', ...args] = service.needs ?? [process.execPath, '--version']
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (error || status !== 0) {
    const reason = error?.message ?? stderr.trim().split('\n').at(-1)
    console.log(`skipped  ${service.name}: ${reason}`)
    rows[service.name] = { result: 'skipped' }
    continue
  }
  const { report, code, seconds } = await verified(service)
  const missing = service.says.filter(line => !line.test(report.replace(/\s+/g, ' ')))
  const wantedCode = service.code ?? 1
  const passes = missing.length === 0 && code === wantedCode
  console.log(`${passes ? 'passes' : 'FAILED'}  ${service.name}, exit ${code}\n${report}`)
  if (!passes) console.log(`expected exit ${wantedCode} and ${missing.map(String).join(', ')}`)
  rows[service.name] = { result: passes ? 'passes' : 'FAILED', seconds }
  if (!passes) process.exitCode = 1
}
console.table(rows)

/** Installs and starts a service, and verifies it. */
async function verified({ file, packages = [], command = [process.execPath] }: RealService) {
  const folder = await freshFolder()
  await cp(join('test/fixtures/services', file), join(folder, file))
  if (packages.length > 0)
    await run(folder, 'npm', 'install', '--silent', '--no-audit', '--no-fund', ...packages)
  const port = await freePort()
  const words = [...command, file].map(word => word.replace('$PORT', `${port}`))
  await using _service = await startOnPort(port, folder, { PORT: `${port}`, TOKEN }, words)
  const start = performance.now()
  const args = ['verify', `http://127.0.0.1:${port}`, '--token', TOKEN, '--yes', '--seed', '1']
  const { stdout, stderr, code } = await new Bin(args, {}, 'plant-store-client').ended
  const seconds = Math.round((performance.now() - start) / 100) / 10
  return { report: stdout + stderr, code, seconds }
}
