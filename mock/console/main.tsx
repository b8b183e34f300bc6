import { type ComponentChildren, type JSX, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Detail } from './detail.tsx'
import { feed, follow } from './feed.ts'
import { Header, Notice } from './header.tsx'
import { Next } from './next.tsx'
import { usePart } from './observable.ts'
import { Plants } from './plants.tsx'
import { Requests } from './requests.tsx'
import { followAddress, type Tab, view } from './view.ts'

/** A screen that has room for the list, or for the panel that lies over it. */
const NARROW = matchMedia('(max-width: 62rem)')

function App(): JSX.Element {
  const { tab, isOver, request } = usePart(view, value => value)
  const scheduled = usePart(
    feed,
    ({ state }) => state && state.failures.length + state.holds.length,
  )
  const plants = usePart(feed, ({ state }) => state?.plants)
  const requests = usePart(feed, ({ lines }) => lines.length)
  const isNarrow = useNarrow()
  const number = request?.split(':').at(-1)
  const shown = isNarrow && !isOver ? 'Requests' : tab
  const choices: [name: Tab | 'Requests', label: string, count?: number | undefined][] = [
    ...(isNarrow ? [['Requests', 'Requests', requests] as ['Requests', string, number]] : []),
    ['Next', 'Next', scheduled],
    ['Plants', 'Plants', plants],
    ...(request === undefined ? [] : [['Request', `Request #${number}`] as ['Request', string]]),
  ]
  return (
    <>
      <Header />
      <main data-shown={shown}>
        <Requests />
        <nav aria-label="Parts of the page">
          {choices.map(([name, label, number]) => (
            <button
              type="button"
              key={name}
              data-name={name}
              aria-current={name === shown || undefined}
              onClick={() =>
                view.set(name === 'Requests' ? { isOver: false } : { tab: name, isOver: true })
              }
            >
              {label} {number !== undefined && number > 0 && <b>{number.toLocaleString('en')}</b>}
            </button>
          ))}
        </nav>
        <Part isShown={shown === 'Next'}>
          <Next />
        </Part>
        <Part isShown={shown === 'Plants'}>
          <Plants isShown={shown === 'Plants'} />
        </Part>
        <Part isShown={shown === 'Request'}>
          <Detail />
        </Part>
      </main>
      <Notice />
    </>
  )
}

/** They lie on one another, so that each keeps its scroll, its folds and what is typed in it. */
const Part = ({ isShown, children }: { isShown: boolean; children: ComponentChildren }) => (
  <div class="part" data-shown={isShown || undefined}>
    {children}
  </div>
)

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches)
  useEffect(() => NARROW.addEventListener('change', () => setNarrow(NARROW.matches)), [])
  return isNarrow
}

/** The second click of a double click does nothing, unless it schedules: all else may have moved since the first. */
document.addEventListener(
  'click',
  event => {
    const target = (event.target as Element).closest('button, a')
    if (event.detail < 2 || !target || target.matches('.choices > button')) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

followAddress()
render(<App />, document.body)
void follow(document.body.dataset)
