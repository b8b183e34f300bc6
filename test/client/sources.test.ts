// What no call of the built package shows here: a runtime without `process`, and fields that only a fork has.
import { expect, test, vi } from 'vitest'
import { sendsOnce } from '../../src/sends-once.ts'
import { describeField } from '../../src/settings.ts'

test('A runtime without process, as browsers are, may send twice', () => {
  vi.stubGlobal('process', undefined)
  const isOnce = sendsOnce()
  vi.unstubAllGlobals() // the test runner needs it
  expect(isOnce).toBe(false)
})

test('A message names the whole path of a field, which a fork may have deep in a plant', () => {
  const path = ['pots', 1, 'options', 'size']
  expect(describeField({ path, message: 'is required' })).toBe('pots[1].options.size is required')
})
