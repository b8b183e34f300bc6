import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Signs in, with that token in a cookie, and opens the form. */
async function open(page: Page, token: string | undefined) {
  const cookie = { name: 'token', url: 'http://localhost:4024' }
  if (token) await page.context().addCookies([{ ...cookie, value: encodeURIComponent(token) }])
  await page.goto('/')
}

async function add(page: Page, id: string, name: string) {
  await page.getByLabel('id').fill(id)
  await page.getByLabel('name').fill(name)
  await page.getByRole('button').click()
}

const message = (page: Page) => page.getByRole('status')

test('a server action adds the plant, id exact, with the token of the user who is signed in; passes the header x-mock-session on', async ({
  page,
  mock,
}) => {
  await open(page, 'let-me-in')
  await add(page, '9007199254740993', 'Monstera')
  await expect(message(page)).toHaveText('Monstera was added')
  expect(await mock.plants()).toEqual([{ id: 9007199254740993n, name: 'Monstera' }])
})

test('the form shows what is wrong next to each field, and keeps what was entered', async ({
  page,
  mock,
}) => {
  await open(page, 'let-me-in')
  await add(page, 'seven', '')
  await expect(page.getByText('Please enter a whole number')).toHaveText(/^id/)
  await expect(page.getByText('Please fill this in')).toHaveText(/^name/)
  await expect(page.getByLabel('id')).toHaveValue('seven')
  await add(page, '', 'Hoya')
  await expect(page.getByText('Please enter a whole number')).toBeHidden()
  await expect(page.getByText('Please fill this in')).toHaveCount(1)
  await add(page, '9223372036854775808', 'Hoya')
  await expect(page.getByText('This number is too large')).toBeVisible()
  await expect(page.getByLabel('name')).toHaveValue('Hoya')
  expect(await mock.requests()).toEqual([])
})

for (const [who, token] of [
  ['is signed out', undefined],
  ['has a cookie that holds no token', 'let me in'],
] as const)
  test(`asks a user who ${who} to sign in, and sends nothing`, async ({ page, mock }) => {
    await open(page, token)
    await add(page, '7', 'Monstera')
    await expect(message(page)).toHaveText('Please sign in')
    expect(await mock.requests()).toEqual([])
  })

test('takes no changes while the plant is being added, which would be lost', async ({
  page,
  mock,
}) => {
  await open(page, 'let-me-in')
  const hold = await mock.holdNext()
  await add(page, '7', 'Monstera')
  await hold.arrived
  await expect(page.getByLabel('name')).not.toBeEditable()
  await hold.release()
  await expect(message(page)).toHaveText('Monstera was added')
  await expect(page.getByLabel('name')).toBeEditable()
})

test('says when the plant may have been added', async ({ page, mock }) => {
  await open(page, 'let-me-in')
  await mock.failNext('cut-short')
  await add(page, '7', 'Monstera')
  await expect(message(page)).toHaveText('Monstera may have been added: please check')
  await expect(page.getByLabel('name')).toHaveValue('Monstera')
})
