/**
 * Makes the pictures of the console in the README, docs/console-light.png and docs/console-dark.png:
 * `npm run build && npx node test/docs/console-pictures.ts`, after a change of the page that one sees.
 */
import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'
import { startBrowser } from '../harness/browser.ts'

const SIZE = { width: 1120, height: 590 }

await using server = await startMockServer({ port: 4010, accessTokens: ['token'] })
const { store } = server
await using browser = await startBrowser()

const options = { baseUrl: server.url, maxRetries: 0 }
const client = new PlantStoreClient({ ...options, accessToken: 'token' })
const stranger = new PlantStoreClient({ ...options, accessToken: 'token-of-yesterday' })

await client.addPlant({ id: 1, name: 'Monstera', tag: 'tropical' })
await client.addPlant({ id: 9007199254740993n, name: 'Hoya carnosa', tag: 'succulent' })
await stranger.addPlant({ id: 3, name: 'Asplenium nidus', tag: 'fern' })
store.failNext({ status: 503, headers: { 'retry-after': '1' } })
await client.addPlant({ id: 4, name: 'Ficus lyrata' })
await client.addPlant({ id: 4, name: 'Ficus lyrata' })
store.failNext('cut-short')
await client.addPlant({ id: 5, name: 'Calathea orbifolia', tag: 'tropical' })
// Without a name, as a page might send it that does not use the client
await fetch(`${server.url}/plants`, {
  method: 'POST',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  body: '{ "id": 6, "nmae": "Pilea peperomioides" }',
})
const hold = store.holdNext()
const held = client.addPlant({ id: 7, name: 'Alocasia zebrina', tag: 'tropical' })
await hold.arrived

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, deviceScaleFactor: 1.5 })
  await page.goto(`${server.consoleUrl}`)
  await page.getByText('#7', { exact: true }).click()
  await page.getByText('nmae').first().waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `docs/console-${colorScheme}.png` })
}
hold.release()
await held
