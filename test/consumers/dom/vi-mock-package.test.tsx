import { cleanup, render, screen } from '@testing-library/react'
import { PlantStoreClient } from 'plant-store-client'
import { afterEach, expect, test, vi } from 'vitest'
import { PlantForm } from './plant-form.tsx'

vi.mock('plant-store-client')
afterEach(cleanup)

test('vi.mock replaces the package, and its class can be told what to return', async () => {
  const client = new PlantStoreClient({
    baseUrl: 'https://plants.example.com',
    accessToken: 'token',
  })
  vi.mocked(client.addPlant).mockResolvedValue({
    ok: true,
    data: { name: 'Hoya' },
    response: new Response(),
  })
  render(<PlantForm client={client} />)
  screen.getByRole('button').click()
  expect(await screen.findByText('Hoya was added')).toBeTruthy()
})
