// A signal double leaves no rejection behind that would end the process at the time-out.
import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

test('no signal double ends the process', async () => {
  const ended = await runProgram(`
    import { PlantStoreClient } from 'plant-store-client'
    const fetch = () => new Promise(() => {})
    const baseUrl = 'https://plants.example.com'
    const client = new PlantStoreClient({ baseUrl, accessToken: 'token', timeout: 50, fetch })
    const throwing = () => { throw new Error('the signal threw') }
    const good = { aborted: false, addEventListener() {} }
    const signals = [
      { aborted: false },
      { aborted: false, addEventListener: throwing },
      { ...good, get aborted() { throwing() } },
      { ...good, get addEventListener() { throwing() } },
      { ...good, removeEventListener: throwing },
      { ...good, aborted: true, get reason() { throwing() } },
      { ...good, addEventListener: (_type, heard) => setTimeout(heard), get reason() { throwing() } },
      good,
      { ...good, addEventListener: async () => throwing() },
      { ...good, removeEventListener: async () => throwing() },
      { ...good, addEventListener: () => ({ get then() { throwing() } }) },
      { ...good, removeEventListener: () => ({ then: throwing }) },
    ]
    const kinds = []
    for (const signal of signals)
      kinds.push((await client.addPlant({ id: 1, name: 'a' }, { signal })).error.kind)
    await new Promise(later => setTimeout(later, 200)) // for every time-out to pass
    console.log(kinds.join())`)
  expect(ended).toEqual({
    code: 0,
    stderr: '',
    stdout: `${'invalid-request,'.repeat(4)}timeout,aborted,aborted${',timeout'.repeat(5)}`,
  })
})
