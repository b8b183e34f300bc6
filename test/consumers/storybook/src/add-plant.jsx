import { PlantStoreClient } from 'plant-store-client'
import { useEffect, useState } from 'react'

const show = ({ data, error }) => (data ? `${data.name} was added` : `refused: ${error.kind}`)

/** Adds a plant with that token, and shows what became of it. */
export function AddPlant({ accessToken }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const client = new PlantStoreClient({ baseUrl: 'https://plants.example.com/v1', accessToken })
    client.addPlant({ id: 9007199254740993n, name: 'story' }).then(result => setText(show(result)))
  }, [accessToken])
  return <output>{text}</output>
}
