// A random attack: afterwards the server is alive, of bounded size, and has lost no plant.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { successStatus } from '../../generated/contract.ts'
import { Attacker } from './attacker.ts'

/** `npm run test:all -- trials` sends more. */
const REQUESTS = process.env.MODE === 'long' ? 20_000 : 1_000

const SCRIPT = `
  import { startMockServer } from 'plant-store-client/mock/server'
  const { port } = await startMockServer({ port: 0 })
  process.on('message', () => {
    const resident = process.memoryUsage.rss()
    for (let count = 0; count < 5; count++) gc()
    const { heapUsed, external } = process.memoryUsage()
    process.send({ resident: resident / 2 ** 20, used: (heapUsed + external) / 2 ** 20 })
  })
  process.send(port)`

test(`the server survives ${REQUESTS} random requests, and loses no plant`, async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`The seed of the attack is ${seed}`)
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let ended = ''
  child.on('exit', (code, signal) => {
    ended = `The server ended with ${code ?? signal}`
  })
  try {
    const [port] = await once(child, 'message')
    const attacker = new Attacker(port, seed)
    let left = REQUESTS
    const attackOn = async () => {
      while (left-- > 0 && !ended) await attacker.attack()
    }
    await Promise.all(Array.from({ length: 20 }, attackOn))
    expect(ended).toBe('')

    await attacker.calmDown()
    const response = await fetch(`http://127.0.0.1:${port}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: '{"id":1,"name":"Monstera"}',
    })
    expect(response.status).toBe(successStatus)

    const missing = new Set(attacker.added.map(({ id }) => id))
    expect(missing.size).toBeGreaterThan(REQUESTS / 20)
    for (const session of new Set(['', ...attacker.added.map(added => added.session)])) {
      const prefix = session && `/~${session}`
      const plants = await fetch(`http://127.0.0.1:${port}${prefix}/__mock/plants`)
      if (plants.ok) for (const { id } of await plants.json()) missing.delete(id)
    }
    expect([...missing]).toEqual([])

    child.send('measure')
    const [{ resident, used }] = await once(child, 'message')
    console.log(
      `${attacker.added.length} plants were added. The server uses ${Math.round(used)} MB, ` +
        `and takes up ${Math.round(resident)} MB with what was not yet collected`,
    )
    expect(used).toBeLessThan(150)
    // Mostly garbage of the heavy bodies: after half a minute it hardly grows.
    expect(resident).toBeLessThan(800)
  } finally {
    child.kill()
  }
})
