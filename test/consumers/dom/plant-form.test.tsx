import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { PlantStoreClient } from 'plant-store-client'
import { createMockStore } from 'plant-store-client/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { type AddsPlants, PlantForm } from './plant-form.tsx'

const store = createMockStore({ accessTokens: ['token'] })
const client = new PlantStoreClient({
  baseUrl: 'https://plants.example.com/v1',
  accessToken: 'token',
  fetch: store.fetch,
})

afterEach(() => {
  cleanup()
  store.reset()
  vi.useRealTimers()
})

test('the form adds a plant', async () => {
  const user = userEvent.setup()
  render(<PlantForm client={client} />)
  await user.type(screen.getByLabelText('Name'), 'Monstera')
  await user.click(screen.getByRole('button'))
  expect(await screen.findByText('Monstera was added')).toBeTruthy()
  expect(store.plants).toEqual([{ id: 1, name: 'Monstera' }])
})

// #region fake-timers
test('with fake timers, the form says after 30 seconds that the plant may have been added', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true }) // for user-event, and for findBy
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<PlantForm client={client} />)
  store.failNext('no-answer')
  await user.type(screen.getByLabelText('Name'), 'Monstera')
  await user.click(screen.getByRole('button'))
  expect(screen.getByText('Adding …')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText('Monstera may have been added')).toBeTruthy()
})
// #endregion

test('with fake timers, a retry waits for as long as the service said', async () => {
  vi.useFakeTimers()
  render(<PlantForm client={client} />)
  store.failNext({ status: 503, headers: { 'retry-after': '20' } })
  screen.getByRole('button').click()
  await act(() => vi.advanceTimersByTimeAsync(19_000))
  expect(store.requests).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(store.plants).toHaveLength(1)
})

// #region fake
test('a fake has the one method that the form calls', async () => {
  const addPlant = vi.fn<AddsPlants['addPlant']>().mockResolvedValue({
    ok: true,
    data: { name: 'Hoya' },
    response: new Response(),
  })
  render(<PlantForm client={{ addPlant }} />)
  await userEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('Hoya was added')).toBeTruthy()
  expect(addPlant).toHaveBeenCalledWith({ id: 1, name: '' })
})
// #endregion
