import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { client } from './client.ts'
import { PlantForm } from './plant-form.tsx'

// #region vi-mock
vi.mock('./client.ts')
afterEach(cleanup)

test('vi.mock replaces the client of the application', async () => {
  vi.mocked(client.addPlant).mockResolvedValue({
    ok: true,
    data: { name: 'Hoya' },
    response: new Response(),
  })
  render(<PlantForm client={client} />)
  screen.getByRole('button').click()
  expect(await screen.findByText('Hoya was added')).toBeTruthy()
})
// #endregion
