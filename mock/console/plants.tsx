import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { NewPlant } from '../store/plant.ts'
import { callControl } from './api.ts'
import { feed } from './feed.ts'
import { Search } from './fields.tsx'
import { usePart } from './observable.ts'
import { PlantCells, textOf } from './plant-cells.tsx'

/** The number of plants that are drawn. */
const DRAWN = 100

/** Milliseconds between two requests for plants. */
const PACE_MS = 500

interface Shown {
  /** What was asked for. */
  key: string
  plants: NewPlant[]
  /** Whether these were all plants. */
  isAll: boolean
}

/** The plants, the newest first: the last ones, or all that are found. They are loaded only while they are seen. */
export function Plants({ isShown }: { isShown: boolean }): JSX.Element {
  const total = usePart(feed, value => value.state?.plants)
  const epoch = usePart(feed, value => value.state?.epoch)
  const service = usePart(feed, value => value.state?.options.forward)
  const isLive = usePart(feed, value => value.connection === 'live')
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>({ key: '', plants: [], isAll: false })
  const [isBusy, setBusy] = useState(false)
  const words = search.trim().toLowerCase()
  // Whoever searches needs them all.
  const limit = words === '' ? `?last=${DRAWN}` : ''
  const key = `${epoch} ${total} ${limit}`
  const load = async () => {
    setBusy(true)
    setTimeout(() => setBusy(false), PACE_MS)
    try {
      const listed = total === 0 ? [] : await callControl('GET', `/plants${limit}`)
      const plants = listed as NewPlant[]
      setShown({ key, plants, isAll: limit === '' || plants.length < DRAWN })
    } catch {
      // Disconnected, which the page shows elsewhere.
    }
  }
  useEffect(() => {
    if (isShown && isLive && !isBusy && key !== shown.key) void load()
  }, [key, shown, isBusy, isLive, isShown])
  const numbered = shown.plants.map((plant, index) => ({
    plant,
    /** Its place among all plants. */
    place: (total ?? 0) - shown.plants.length + index,
  }))
  const found = numbered.filter(({ plant }) => words === '' || textOf(plant).includes(words))
  const drawn = found.slice(-DRAWN).reverse()
  return (
    <section class="plants" aria-label="Plants">
      <div class="bar">
        <h2>Plants</h2>
        <Search class="grow" label="Search all plants" value={search} onSearch={setSearch} />
      </div>
      {service !== undefined && (
        <p class="soft">Those that {service} has added through this mock since its start.</p>
      )}
      <p class="soft" role="status">
        {words !== '' && !shown.isAll
          ? 'Searching all plants…'
          : total !== undefined && describeShown(words === '' ? undefined : found.length, total)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ol aria-label="Plants" tabIndex={0}>
        {drawn.map(({ plant, place }) => (
          <li key={place}>
            <PlantCells plant={plant} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeShown(found: number | undefined, total: number): string {
  const all = total.toLocaleString('en')
  if (total === 0) return 'No plants yet.'
  if (found === undefined) return total > DRAWN ? `The last ${DRAWN} of ${all}.` : ''
  const counts = `${found.toLocaleString('en')} of ${all}`
  return found > DRAWN ? `${counts}, of which the last ${DRAWN} are shown.` : counts
}
