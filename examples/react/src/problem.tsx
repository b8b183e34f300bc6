import type { NewPlant, PlantStoreError } from 'plant-store-client'
import { explain } from './explain.ts'

/** What went wrong, and what to do where the plant may be in the store all the same. */
export function Problem({ error, plant }: { error: PlantStoreError; plant: NewPlant }) {
  return (
    <div role="alert" tabIndex={-1} ref={focus}>
      <h2>
        {error.mayHaveBeenAdded ? 'The plant may have been added' : 'The plant was not added'}
      </h2>
      <p>{explain(error)}</p>
      {error.mayHaveBeenAdded && (
        <p>
          Look in the store for {plant.name} with the id {String(plant.id)} before you add it again.
        </p>
      )}
    </div>
  )
}

/** The button that had the focus was disabled, and so has lost it. */
const focus = (element: HTMLElement | null) => element?.focus()
