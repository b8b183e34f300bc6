// verify finds what is wrong with a service, and nothing wrong with one that conforms.
import { describe, expect, test } from 'vitest'
import { main } from '../../mock/verify/command.ts'
import { serve, TOKEN } from './sample-service.ts'
import { type Answer, conforming, wrong } from './wrong-services.ts'

/** Other ones in each run; the name of a test has its seed. */
const seeds = Array.from({ length: 3 }, () => String(Math.floor(Math.random() * 2 ** 32)))

async function verify(answer: Answer, seed: string): Promise<{ code: number; report: string }> {
  await using running = await serve((seen, response) => {
    const reply = answer(seen)
    if (!reply) response.socket?.destroy()
    return reply
  })
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const code = await main([running.url, '--token', TOKEN, '--yes', '--seed', seed], {
    print,
    warn: print,
  }).catch((error: Error) => {
    print(error.message)
    return 3
  })
  return { code, report: lines.join(' ').replace(/\s+/g, ' ') }
}

describe.each(seeds.slice(1))('seed %s', seed => {
  test.each(Object.entries(wrong))('finds a service that %s', async (_, [create, said]) => {
    const { code, report } = await verify(create(), seed)
    expect(report).toMatch(said)
    expect(code).toBe(1)
  })
})

describe.each(seeds)('seed %s', seed => {
  test.each(Object.entries(conforming))(
    'finds no difference at a service that conforms: %s',
    async (_, [create, said]) => {
      const { code, report } = await verify(create(), seed)
      expect(report).toMatch(/No differences: the service conforms to the specification$/)
      expect(report).toMatch(said)
      expect(code).toBe(0)
    },
  )
})
