// verify finds what is wrong with a service, and nothing wrong with one that conforms.
import { describe, expect, test } from 'vitest'
import { LISTED, plantsOf } from '../../mock/verify/requests/unusual-texts.ts'
import { verifyInProcess } from './in-process.ts'
import { changesOfTexts, conforming, wrong } from './wrong-services.ts'

/** Other ones in each run; the name of a test has its seed. */
const seeds = Array.from({ length: 2 }, () => String(Math.floor(Math.random() * 2 ** 32)))

describe.each(seeds.slice(1))('seed %s', seed => {
  test.each(Object.entries(wrong))('finds a service that %s', async (_, [create, said]) => {
    const { code, report } = await verifyInProcess(create(), '--seed', seed)
    expect(report).toMatch(said)
    expect(code).toBe(1)
  })
})

describe.each(seeds)('seed %s', seed => {
  test.each(Object.entries(conforming))(
    'finds no difference at a service that conforms: %s',
    async (_, [create, said]) => {
      const { code, report } = await verifyInProcess(create(), '--seed', seed)
      expect(report).toMatch(/No differences: the service conforms to the specification$/)
      expect(report).toMatch(said)
      expect(code).toBe(0)
    },
  )
})

const listed = plantsOf(LISTED, 1)

test.each(Object.entries(changesOfTexts))(
  'A name and a tag are sent that show a service that %s',
  (_, [change]) => {
    const shown = listed.filter(({ unusual: { text = '' } = {} }) => change(text) !== text)
    const fields = new Set(shown.map(({ unusual }) => unusual?.field))
    expect([...fields]).toEqual(['name', 'tag'])
  },
)
