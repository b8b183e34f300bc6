// What the page does while it waits for the store: the mock holds the request until the test lets it go.
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Id').fill('1')
  await page.getByLabel('Name').fill('Monstera')
})

test('shows its loading state while the mock holds the request', async ({ page, mock }) => {
  const hold = await mock.holdNext()
  await page.getByRole('button', { name: 'Add plant' }).click()
  await hold.arrived
  await expect(page.getByRole('status')).toHaveText('Adding the plant…')
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeDisabled()
  await expect(page.getByLabel('Id')).toBeDisabled()

  await hold.release()
  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  await expect(page.getByRole('button', { name: 'Add plant' })).toBeEnabled()
})

test('a double click adds one plant', async ({ page, mock }) => {
  const hold = await mock.holdNext()
  await page.getByRole('button', { name: 'Add plant' }).dblclick()
  await hold.arrived
  await hold.release()

  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(await mock.requests()).toHaveLength(1)
})

test('adds the plant once, even if the form is sent twice at the same moment', async ({
  page,
  mock,
}) => {
  const hold = await mock.holdNext()
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await hold.arrived
  expect(await mock.requests()).toHaveLength(1)

  await hold.release()
  await expect(page.getByRole('status')).toHaveText('Monstera has been added.')
  expect(await mock.requests()).toHaveLength(1)
})

test('the cancel button ends the request, and nothing is added', async ({ page, mock }) => {
  const hold = await mock.holdNext()
  await page.getByRole('button', { name: 'Add plant' }).click()
  await hold.arrived
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('alert')).toContainText(
    'You cancelled before the store had answered.',
  )
  await expect
    .poll(async () => (await mock.requests())[0]?.reason)
    .toBe('The client disconnected while the request was held')
  expect(await mock.plants()).toEqual([])
})

test('a failure while it waits', async ({ page, mock }) => {
  const hold = await mock.holdNext({ match: { name: 'Monstera' } })
  await page.getByRole('button', { name: 'Add plant' }).click()
  expect((await hold.arrived).body).toEqual({ id: 1, name: 'Monstera' })

  await hold.release({ status: 500 })
  await expect(page.getByRole('alert')).toContainText('The store has a problem of its own.')
})
