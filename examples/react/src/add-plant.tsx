import { useMutation } from '@tanstack/react-query'
import {
  type NewPlant,
  type Plant,
  PlantStoreClient,
  type PlantStoreError,
} from 'plant-store-client'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { mayTryAgain } from './explain.ts'
import { Problem } from './problem.tsx'

const client = new PlantStoreClient({
  baseUrl: import.meta.env.VITE_PLANT_STORE_URL,
  accessToken: import.meta.env.VITE_PLANT_STORE_TOKEN, // or a function that asks who is signed in
})

export function AddPlant() {
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), []) // the call ends with the form
  const { mutate, data, error, variables, isPending } = useMutation<
    Plant,
    PlantStoreError,
    NewPlant
  >({
    mutationFn: async plant => {
      const result = await client.addPlant(plant, { signal: underWay.current?.signal })
      if (result.ok) return result.data
      throw result.error
    },
    onSettled: () => {
      underWay.current = null
    },
    networkMode: 'always', // a paused mutation would add the plant later, when nobody expects it
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (underWay.current) return // a second click, quicker than the button is disabled
    underWay.current = new AbortController()
    mutate(plantOf(new FormData(event.currentTarget)))
  }

  const form = useRef<HTMLFormElement>(null)
  const id = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!data) return
    form.current?.reset()
    id.current?.focus()
  }, [data])

  const wrong = (field: string) =>
    error?.kind === 'invalid-request' && error.issues.some(({ path }) => path[0] === field)

  return (
    <form ref={form} onSubmit={submit} aria-labelledby="title">
      <h1 id="title">Add a plant</h1>
      <fieldset disabled={isPending}>
        <label htmlFor="id">Id</label>
        <input
          ref={id}
          id="id"
          name="id"
          inputMode="numeric"
          pattern="-?\d+"
          title="A whole number"
          autoComplete="off"
          required
          aria-describedby="id-hint"
          aria-invalid={wrong('id')}
        />
        <p id="id-hint">A whole number, at most 9,223,372,036,854,775,807</p>

        <label htmlFor="name">Name</label>
        <input id="name" name="name" autoComplete="off" required aria-invalid={wrong('name')} />

        <label htmlFor="tag">Tag (optional)</label>
        <input id="tag" name="tag" autoComplete="off" aria-invalid={wrong('tag')} />

        {error && variables && <Problem error={error} plant={variables} />}
        <button type="submit">{mayTryAgain(error) ? 'Try again' : 'Add plant'}</button>
      </fieldset>
      {isPending && (
        <button type="button" onClick={() => underWay.current?.abort()}>
          Cancel
        </button>
      )}
      <p role="status">
        {isPending ? 'Adding the plant…' : data && `${data.name} has been added.`}
      </p>
    </form>
  )
}

/** An id as a bigint keeps all its digits. */
function plantOf(fields: FormData): NewPlant {
  const read = (field: string) => String(fields.get(field))
  return { id: BigInt(read('id')), name: read('name'), tag: read('tag') || undefined }
}
