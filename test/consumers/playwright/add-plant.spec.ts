// #region test
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Id').fill('9007199254740993')
  await page.getByLabel('Name').fill('Monstera')
})
// #endregion

test('a plant is added, its id exact', async ({ page, mock }) => {
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Monstera was added')
  expect(await mock.plants()).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

// #region test

test('the response is lost', async ({ page, mock }) => {
  await mock.failNext('cut-short')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Monstera may have been added')
})
// #endregion
