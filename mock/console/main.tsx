import { type ComponentChildren, type JSX, render } from 'preact'
import { Detail } from './detail.tsx'
import { feed, follow } from './feed.ts'
import { Header, Notice } from './header.tsx'
import { Next } from './next.tsx'
import { usePart } from './observable.ts'
import { Plants } from './plants.tsx'
import { Requests } from './requests.tsx'
import { followKeys } from './rows.ts'
import { followAddress, followWidth, type Tab, view } from './view.ts'

function App(): JSX.Element {
  const { tab, isOver, isNarrow } = usePart(view, value => value)
  const shown = isNarrow && !isOver ? 'Requests' : tab
  return (
    <>
      <Header />
      <main data-shown={shown}>
        <Requests />
        <Tabs shown={shown} isNarrow={isNarrow} />
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

function Tabs({ shown, isNarrow }: { shown: Tab | 'Requests'; isNarrow: boolean }) {
  const request = usePart(view, value => value.request)
  const { state, lines } = usePart(feed, value => value)
  const { failures = [], holds = [], plants = 0 } = state ?? {}
  const button = (name: Tab | 'Requests', label: string, number = 0) => (
    <button
      type="button"
      data-name={name}
      aria-current={name === shown || undefined}
      onClick={() =>
        view.set(name === 'Requests' ? { isOver: false } : { tab: name, isOver: true })
      }
    >
      {label} {number > 0 && <b>{number.toLocaleString('en')}</b>}
    </button>
  )
  return (
    <nav aria-label="Parts of the page">
      {isNarrow && button('Requests', 'Requests', lines.length)}
      {button('Next', 'Next', failures.length + holds.length)}
      {button('Plants', 'Plants', plants)}
      {request !== undefined && button('Request', `Request #${request.split(':').at(-1)}`)}
    </nav>
  )
}

/** They lie on one another, so that each keeps its scroll, its folds and what is typed in it. */
const Part = ({ isShown, children }: { isShown: boolean; children: ComponentChildren }) => (
  <div class="part" data-shown={isShown || undefined}>
    {children}
  </div>
)

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

followWidth()
followAddress()
followKeys()
render(<App />, document.body)
void follow(document.body.dataset)
