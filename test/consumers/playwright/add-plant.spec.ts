// #region test
import { expect, test } from '@playwright/test'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'

let mock: MockServer
test.beforeAll(async () => {
  mock = await startMockServer({ port: 4010, accessTokens: ['token'] })
})
test.afterAll(() => mock.close())

test.beforeEach(async ({ page }) => {
  mock.store.reset()
  await page.goto('/')
  await page.getByLabel('Id').fill('9007199254740993')
  await page.getByLabel('Name').fill('Monstera')
})

test('a plant is added, its id exact', async ({ page }) => {
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Monstera was added')
  expect(mock.store.plants).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

test('the response is lost', async ({ page }) => {
  mock.store.failNext('cut-short')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Monstera may have been added')
})
// #endregion
