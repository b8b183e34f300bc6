import { expect, test } from '@playwright/test'
import { type MockServer, startMockServer } from 'plant-store-client/mock/server'

let mock: MockServer
test.beforeAll(async () => {
  mock = await startMockServer({ port: 4020, accessTokens: ['let-me-in'] })
})
test.afterAll(() => mock.close())

test.beforeEach(async ({ page }) => {
  mock.store.reset()
  await page.goto('/')
  await page.getByLabel('Id').fill('9007199254740993')
  await page.getByLabel('Name').fill('Monstera')
})

test('adds the plant, its id exact', async ({ page }) => {
  await page.getByRole('button', { name: 'Add plant' }).click()

  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(mock.store.plants).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

test('says when the plant may have been added', async ({ page }) => {
  mock.store.failNext('cut-short')
  await page.getByRole('button', { name: 'Add plant' }).click()

  await expect(page.getByRole('alert')).toContainText('The plant may have been added')
})

test('is ready for the next plant, by keyboard alone', async ({ page }) => {
  await page.keyboard.press('Tab')
  await page.keyboard.type('tropical')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  await expect(page.getByLabel('Id')).toBeFocused()

  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hoya')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Hoya has been added.')
  expect(mock.store.plants).toEqual([
    { id: 9007199254740993n, name: 'Monstera', tag: 'tropical' },
    { id: 2, name: 'Hoya' },
  ])
})

test('adds the plant once, however quick a second click is', async ({ page }) => {
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(mock.store.requests).toHaveLength(1)
})

test('takes nothing but digits for an id', async ({ page }) => {
  await page.getByLabel('Id').fill('one')
  await page.getByRole('button', { name: 'Add plant' }).click()

  await expect(page.locator('input:invalid')).toBeFocused()
  expect(mock.store.requests).toEqual([])
})
