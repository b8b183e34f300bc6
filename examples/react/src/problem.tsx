import type { NewPlant, PlantStoreError } from 'plant-store-client'
import { explain } from './explain.ts'

/** What went wrong, and what to do now. To try again is offered only where it adds nothing twice. */
export function Problem({ error, plant }: { error: PlantStoreError; plant: NewPlant }) {
  return (
    <div role="alert" tabIndex={-1} ref={focus}>
      <h2>
        {error.mayHaveBeenAdded ? 'The plant may have been added' : 'The plant was not added'}
      </h2>
      <p>{explain(error)}</p>
      {error.mayHaveBeenAdded ? (
        <p>
          Look in the store for {plant.name} with the id {String(plant.id)} before you add it again.
        </p>
      ) : (
        error.kind !== 'invalid-request' && <button type="submit">Try again</button>
      )}
    </div>
  )
}

/** Where the focus was, the button is gone or was disabled. */
const focus = (element: HTMLElement | null) => element?.focus()
