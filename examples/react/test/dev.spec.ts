// `npm run dev`: the page answers itself, through msw's worker.
import { expect, test } from '@playwright/test'

test('in development, import.meta.env.DEV loads mock.ts before the page is drawn: the mock in a page fails if the console says so', async ({
  page,
}) => {
  await page.goto('http://localhost:4022')
  await page.getByLabel('Id').fill('9007199254740993')
  await page.getByLabel('Name').fill('Monstera')
  await page.evaluate('plantStore.failNext({ status: 400 })')
  await page.getByRole('button', { name: 'Add plant' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(await page.evaluate('plantStore.plants')).toEqual([
    { id: 9007199254740993n, name: 'Monstera' },
  ])
})
