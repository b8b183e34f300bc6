// #region client
import { cookies, headers } from 'next/headers'
import { PlantStoreClient } from 'plant-store-client'

/** The client of the user who is signed in. Not in module scope: Next runs modules while it builds. */
export async function client(): Promise<PlantStoreClient> {
  const { PLANT_STORE_URL: baseUrl } = process.env
  if (!baseUrl) throw new Error('PLANT_STORE_URL is not set')
  const token = (await cookies()).get('token')?.value
  const session = (await headers()).get('x-mock-session') // of a Playwright test
  return new PlantStoreClient({
    baseUrl,
    accessToken: () => token ?? '', // a function: a cookie that holds no token fails the call, not the page
    headers: session ? { 'x-mock-session': session } : {},
  })
}
// #endregion
