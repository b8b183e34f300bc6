import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { requestFields } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import type { NewPlant } from '../store/plant.ts'
import { callControl } from './api.ts'
import { model } from './model.ts'
import { escapeInvisible } from './words.ts'

/** The number of plants that the page shows. */
const MAX_PLANTS = 100

/** The plants, the newest first. They are fetched when they change, at most twice a second. */
export function Plants(): JSX.Element {
  const [shown, setShown] = useState<{ key: string; plants: NewPlant[] }>({ key: '', plants: [] })
  const [isBusy, setBusy] = useState(false)
  const { plants: total, epoch } = model.state
  const key = `${epoch} ${total}`
  const load = async () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 500)
    try {
      const plants = total > 0 ? await callControl('GET', `/plants?last=${MAX_PLANTS}`) : []
      setShown({ key, plants: plants as NewPlant[] })
    } catch {
      // Disconnected, which the page shows elsewhere.
    }
  }
  useEffect(() => {
    if (!isBusy && key !== shown.key && model.connection === 'live') void load()
  }, [key, shown, isBusy, model.connection])
  const { plants } = shown
  return (
    <section class="plants-section" id="plants-section" aria-labelledby="plants-title">
      <div class="bar">
        <h2 id="plants-title">Plants</h2>
        <span class="pill">{total.toLocaleString('en')}</span>
        {total > MAX_PLANTS && (
          <span class="soft">
            The last {MAX_PLANTS} of {total.toLocaleString('en')}.
          </span>
        )}
      </div>
      {total === 0 && <p class="empty">No plants yet.</p>}
      {/* It may scroll. */}
      <ol class="plants" aria-labelledby="plants-title" tabIndex={plants.length > 0 ? 0 : -1}>
        {[...plants].reverse().map((plant, index) => (
          <PlantItem key={plants.length - index} plant={plant} />
        ))}
      </ol>
    </section>
  )
}

/** The contract's fields but the id; the first of them serves as a title. */
const [TITLE, ...OTHERS] = requestFields.map(({ name }) => name).filter(name => name !== 'id')

/** A plant of the list. */
export function PlantItem({ plant }: { plant: NewPlant }): JSX.Element {
  return (
    <li class="plant">
      <Value of={plant} name="id" class="id" />
      <Value of={plant} name={TITLE} class="name clamped" />
      {OTHERS.map(name => (
        <Value key={name} of={plant} name={name} class="tag pill clamped" />
      ))}
    </li>
  )
}

function Value(props: { of: NewPlant; name: string | undefined; class: string }) {
  const { of, name = '', class: className } = props
  const value = new Map<string, unknown>(Object.entries(of)).get(name)
  if (value === undefined) return null
  const text = escapeInvisible(typeof value === 'string' ? value : writeJson(value))
  // An empty text could not be seen.
  return (
    <span class={className} title={`${name}: ${text}`}>
      {text === '' ? <i>(empty {name})</i> : text}
    </span>
  )
}
