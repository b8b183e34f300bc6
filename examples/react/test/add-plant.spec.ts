import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Id').fill('9007199254740993')
  await page.getByLabel('Name').fill('Monstera')
})

test('the form adds the plant with TanStack Query, its id exact', async ({ page, mock }) => {
  await page.getByRole('button', { name: 'Add plant' }).click()

  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(await mock.plants()).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

test('says when the plant may have been added', async ({ page, mock }) => {
  await mock.failNext('cut-short')
  await page.getByRole('button', { name: 'Add plant' }).click()

  await expect(page.getByRole('alert')).toContainText('The plant may have been added')
})

test('is ready for the next plant, by keyboard alone', async ({ page, mock }) => {
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
  expect(await mock.plants()).toEqual([
    { id: 9007199254740993n, name: 'Monstera', tag: 'tropical' },
    { id: 2, name: 'Hoya' },
  ])
})

test('takes nothing but digits for an id', async ({ page, mock }) => {
  await page.getByLabel('Id').fill('one')
  await page.getByRole('button', { name: 'Add plant' }).click()

  await expect(page.locator('input:invalid')).toBeFocused()
  expect(await mock.requests()).toEqual([])
})

test('begins with the plants that the test seeds, and none after a reset', async ({
  page,
  mock,
}) => {
  await mock.addPlants([{ id: 1, name: 'Hoya' }])
  await page.getByRole('button', { name: 'Add plant' }).click()
  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(await mock.plants()).toHaveLength(2)

  await mock.reset()
  expect(await mock.plants()).toEqual([])
})
