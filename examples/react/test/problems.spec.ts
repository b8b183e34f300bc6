// What the page says about each problem that it can meet, and whether it offers to try again.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { MockFailure } from 'plant-store-client/mock'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

async function addPlant(page: Page, id = '1') {
  await page.getByLabel('Id').fill(id)
  await page.getByLabel('Name').fill('Monstera')
  await page.getByRole('button', { name: 'Add plant' }).click()
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

const html = { body: '<h1>Not here</h1>', headers: { 'content-type': 'text/html' } }

const notAdded: [MockFailure, says: string][] = [
  [{ status: 400, body: { error: 7, message: 'No room left' } }, 'saying: “No room left”'],
  [{ status: 401 }, 'The store does not let you in. Sign in again.'],
  [{ status: 413, ...html }, 'The answer made no sense.'],
]
for (const [failure, says] of notAdded)
  test(`what went wrong in a message for users, not added: ${says}`, async ({ page, mock }) => {
    await mock.failNext(failure)
    await addPlant(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The plant was not added')
    await expect(alert).toContainText(says)
    await expect(alert).toBeFocused()

    await tryAgain(page).click()
    await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
    await expect(alert).toBeHidden()
    expect(await mock.plants()).toEqual([{ id: 1, name: 'Monstera' }])
  })

async function expectToBeUnclear(page: Page, says: string) {
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The plant may have been added')
  await expect(alert).toContainText(says)
  await expect(alert).toContainText('Look in the store for Monstera with the id 1 before')
  await expect(alert).toBeFocused()
  await expect(tryAgain(page)).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('Monstera')
}

const unclear: [MockFailure, says: string][] = [
  [{ status: 500 }, 'The store has a problem of its own.'],
  [{ status: 503 }, 'The store is too busy. Wait a little.'],
  // A browser may have sent a copy, which alone was refused.
  [{ status: 503, headers: { 'retry-after': '61' } }, 'The store is too busy. Wait 61 seconds.'],
  [{ status: 429, headers: { 'retry-after': '90' } }, 'The store is too busy. Wait 90 seconds.'],
  [{ status: 404, ...html }, 'The answer made no sense.'],
  [{ status: 502, ...html }, 'The store has a problem of its own.'],
  ['wrong-shape', 'The answer made no sense.'],
  ['network-error', 'The connection broke before the store had answered.'],
  ['cut-short', 'The connection broke before the store had answered.'],
]
for (const [failure, says] of unclear)
  test(`perhaps added, ${JSON.stringify(failure)}: ${says}`, async ({ page, mock }) => {
    await mock.failNext(failure)
    await addPlant(page)
    await expectToBeUnclear(page, says)
  })

test('perhaps added: no answer in time', async ({ page, mock }) => {
  await page.clock.install()
  await mock.failNext('no-answer')
  await addPlant(page)
  await expect(page.getByRole('status')).toHaveText('Adding the plant…')
  await expect(page.getByLabel('Id')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeDisabled()

  await page.clock.fastForward('00:30')
  await expectToBeUnclear(page, 'The store took too long to answer.')
})

test('perhaps added: cancelled', async ({ page, mock }) => {
  await mock.failNext('no-answer')
  await addPlant(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectToBeUnclear(page, 'You cancelled before the store had answered.')
})

test('perhaps added: offline, and not sent later', async ({ context, page, mock }) => {
  await context.setOffline(true)
  await addPlant(page)
  await expectToBeUnclear(page, 'Check that you are online.')
  expect(await mock.requests()).toEqual([])
})

test('not added: an id that is not an int64 is marked, and not sent', async ({ page, mock }) => {
  await addPlant(page, '9223372036854775808')
  await expect(page.getByRole('alert')).toContainText('Please correct the id.')
  await expect(page.getByLabel('Id')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'false')
  await expect(tryAgain(page)).toBeHidden()
  expect(await mock.requests()).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds no fault, ${colorScheme}`, async ({ page, mock }) => {
    const faults = async () => (await new AxeBuilder({ page }).analyze()).violations
    await page.emulateMedia({ colorScheme })
    expect(await faults()).toEqual([])

    await mock.failNext({ status: 400 })
    await addPlant(page)
    await expect(tryAgain(page)).toBeVisible()
    expect(await faults()).toEqual([])

    await mock.failNext('no-answer')
    await tryAgain(page).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    expect(await faults()).toEqual([])
  })
