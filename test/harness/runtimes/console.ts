import { PlantStoreClient } from 'plant-store-client'
import { skipped, startBrowser } from '../browser.ts'
import { equal, held, type Result, without } from './result.ts'

/** Opens the console of a session in Chromium, and adds a plant while it is open. */
export async function holdConsole(session: string): Promise<Result[]> {
  if (skipped) return [without('app', skipped)]
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    const shown = held('app', 'the console shows what happens in its session', async () => {
      await page.goto(`${session}/__mock`)
      const client = new PlantStoreClient({ baseUrl: session, accessToken: 'token' })
      await client.addPlant({ id: 7, name: 'Strelitzia' })
      await page.getByText('Strelitzia').first().waitFor({ timeout: 15_000 })
      equal(errors, [])
    })
    return [await shown]
  } finally {
    await browser.close()
  }
}
