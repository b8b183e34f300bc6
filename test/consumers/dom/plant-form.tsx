import type { PlantStoreClient } from 'plant-store-client'
import { type FormEvent, useState } from 'react'

/** What the form needs of the client, so that a test can pass a fake. */
export type AddsPlants = Pick<PlantStoreClient, 'addPlant'>

export function PlantForm({ client }: { client: AddsPlants }) {
  const [status, setStatus] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    setStatus('Adding …')
    const { data, error } = await client.addPlant({ id: 1, name })
    if (data) setStatus(`${data.name} was added`)
    else setStatus(error.mayHaveBeenAdded ? `${name} may have been added` : `${name} was not added`)
  }

  return (
    <form onSubmit={submit}>
      <label>
        Name <input name="name" />
      </label>
      <button type="submit">Add</button>
      <output>{status}</output>
    </form>
  )
}
