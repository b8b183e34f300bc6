import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { NewPlant } from '../../store/plant.ts'
import { callControl } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { Search } from '../parts/fields.tsx'
import { usePart } from '../parts/observable.ts'
import { grouped, visible } from '../text.ts'
import { PlantCells, textOf } from './cells.tsx'

/** The number of plants that are drawn. */
const DRAWN = 100

/** Milliseconds between an answer with plants and the next request for them. */
const PACE_MS = 500

/** How long to wait for an answer before asking again. */
const PATIENCE_MS = 30_000

interface Loaded {
  /** What was asked for: an epoch, a number of plants, and how many of them. */
  key: string
  epoch: string | undefined
  plants: NewPlant[]
  /** Whether there were no others. */
  isAll: boolean
}

/** The plants, the newest first: the last ones, or all that are found. They are loaded only while they are seen. */
export function Plants({ isShown }: { isShown: boolean }): JSX.Element {
  const total = usePart(feed, value => value.state?.plants)
  const epoch = usePart(feed, value => value.state?.epoch)
  const service = usePart(feed, value => value.state?.options.forward)
  const isLive = usePart(feed, value => value.connection === 'live')
  const [search, setSearch] = useState('')
  const [loaded, setLoaded] = useState<Loaded>()
  const [isBusy, setBusy] = useState(false)
  const words = visible(search.trim()).toLowerCase()
  // Whoever searches needs them all.
  const limit = words === '' ? `?last=${DRAWN}` : ''
  const key = `${epoch} ${total} ${limit}`
  const load = async () => {
    setBusy(true)
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const path = `/plants${limit}`
      const listed = total === 0 ? [] : await callControl('GET', path, undefined, signal)
      const plants = listed as NewPlant[]
      setLoaded({ key, epoch, plants, isAll: limit === '' || plants.length < DRAWN })
    } catch {
      // Disconnected, which the page shows elsewhere.
    }
    setTimeout(() => setBusy(false), PACE_MS)
  }
  useEffect(() => {
    if (isShown && isLive && !isBusy && key !== loaded?.key) void load()
  }, [key, loaded, isBusy, isLive, isShown])
  // A reset has removed those of another epoch.
  const plants = loaded?.epoch === epoch ? (loaded?.plants ?? []) : []
  const all = loaded?.isAll && plants.length > 0 ? plants.length : undefined
  const numbered = plants.map((plant, index) => ({
    plant,
    /** Its place among all plants. */
    place: (total ?? 0) - plants.length + index,
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
        {words === '' || !total ? describeShown(total) : describeFound(found.length, all)}
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

function describeShown(total: number | undefined): string {
  if (total === 0) return 'No plants yet.'
  return total !== undefined && total > DRAWN ? `The last ${DRAWN} of ${grouped(total)}.` : ''
}

/** `all` is how many plants there are; undefined until they are all loaded. */
function describeFound(found: number, all: number | undefined): string {
  if (all === undefined) return 'Not all plants are loaded yet.'
  const counts = `${grouped(found)} of ${grouped(all)}`
  return found > DRAWN ? `${counts}, of which the last ${DRAWN} are shown.` : counts
}
