'use client'
import { type PlainResult, PlantStoreClient, plainResult } from 'plant-store-client'
import { useEffect, useRef, useState } from 'react'
import { addPlant, addWithoutPermission } from './actions'

const post = async (path: string): Promise<PlainResult> =>
  (await fetch(path, { method: 'POST' })).json()

async function addInBrowser() {
  const baseUrl = new URLSearchParams(location.search).get('service') ?? ''
  const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
  return plainResult(await client.addPlant({ id: 9007199254740993n, name: 'client component' }))
}

const ways = {
  action: addPlant,
  'refused action': addWithoutPermission,
  'Node route': () => post('/api/node'),
  'edge route': () => post('/api/edge'),
  browser: addInBrowser,
}

/** Adds a plant in that way, and shows what became of it. */
export function Outcome({ way }: { way: keyof typeof ways }) {
  const [text, setText] = useState('')
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    ways[way]().then(({ data, error }) =>
      setText(data ? `${data.name} was added` : `refused: ${error.kind}`),
    )
  }, [way])
  return <output>{text}</output>
}
