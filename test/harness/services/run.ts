// Runs verify against services with real frameworks, one after the other: `npm run test:all -- services/flask`.
// What the machine has no runtime for is skipped, and the reason is printed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { freePort } from '../listen.ts'
import { freshFolder, run } from '../shell.ts'
import temporary from '../temporary.ts'
import { type RealService, services } from './services.ts'

const TOKEN = 'Qv7-s3cret.token~42'
const VERIFY = resolve('dist/mock/plant-store-client.js')
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
  const passes = missing.length === 0 && code === service.code
  console.log(`${passes ? 'passes' : 'FAILED'}  ${service.name}, exit ${code}\n${report}`)
  if (!passes) console.log(`expected exit ${service.code} and ${missing.map(String).join(', ')}`)
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
  const env = { ...process.env, PORT: `${port}`, TOKEN }
  const words = [...command, file].map(word => word.replace('$PORT', `${port}`))
  const [program = '', ...args] = words
  // In a group of its own, since `go run` starts another process.
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore', detached: true })
  const closed = once(child, 'close')
  try {
    await listening(port)
    const start = performance.now()
    const url = `http://127.0.0.1:${port}`
    const { stdout, stderr, status } = await verify(url)
    const seconds = Math.round((performance.now() - start) / 100) / 10
    return { report: stdout + stderr, code: status, seconds }
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await closed
  }
}

async function verify(url: string) {
  const args = [VERIFY, 'verify', url, '--token', TOKEN, '--yes', '--seed', '1']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const [status] = await once(child, 'close')
  return { stdout, stderr, status }
}

/** Resolves when something listens on a port, within two minutes. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise(then => setTimeout(then, 200))
  }
  throw new Error(`Nothing listens on port ${port}`)
}
