import { PlantStoreClient, plainResult } from 'plant-store-client'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { client } from '../client.server.js'

const id = 9007199254740993n

/** Loaders and actions serialize what they return, and a Response would be the answer itself. */
export async function loader() {
  const added = await client().addPlant({ id, name: 'loader' })
  const refused = await client('other').addPlant({ id, name: 'loader' })
  return { added: plainResult(added), refused: plainResult(refused) }
}

export async function action() {
  return plainResult(await client().addPlant({ id, name: 'action' }))
}

/** Or the loader would add its plant again after the action. */
export const shouldRevalidate = () => false

const show = ({ data, error }) => (data ? `${data.name} was added` : `refused: ${error.kind}`)

export default function Home({ loaderData }) {
  const [browser, setBrowser] = useState('')
  const { submit, data } = useFetcher()
  useEffect(() => {
    submit(null, { method: 'post' })
    const baseUrl = new URLSearchParams(location.search).get('service')
    const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
    client.addPlant({ id, name: 'browser' }).then(result => setBrowser(show(result)))
  }, [submit])
  return (
    <main>
      <output>{show(loaderData.added)}</output>
      <output>{show(loaderData.refused)}</output>
      <output>{data && show(data)}</output>
      <output>{browser}</output>
    </main>
  )
}
