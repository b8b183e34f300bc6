import { connection } from 'next/server'
import { client } from './client'
import { Outcome } from './outcome'

/** A server component, which adds a plant while it renders. */
export default async function Page() {
  await connection() // at each request, not when the app is built
  const { data } = await client().addPlant({ id: 9007199254740993n, name: 'server component' })
  return (
    <main>
      <output>{data?.name} was added</output>
      <Outcome way="action" />
      <Outcome way="refused action" />
      <Outcome way="Node route" />
      <Outcome way="edge route" />
      <Outcome way="browser" />
    </main>
  )
}
