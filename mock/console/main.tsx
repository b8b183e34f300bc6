import { type JSX, render } from 'preact'
import { controlPath } from './api.ts'
import { Detail } from './detail.tsx'
import { feed, follow } from './feed.ts'
import { Header, Notice } from './header.tsx'
import { Keys } from './keys.tsx'
import { Next } from './next.tsx'
import { usePart } from './observable.ts'
import { Plants } from './plants.tsx'
import { Requests } from './requests.tsx'
import { followAddress, parts, view } from './view.ts'

function App(): JSX.Element {
  const selected = usePart(view, value => value.request)
  const coming = usePart(feed, ({ state }) =>
    state ? state.failures.length + state.holds.length : 0,
  )
  const part = usePart(view, value => value.part)
  return (
    <>
      <Header />
      <Notice />
      <main data-part={part} data-open={selected !== undefined || undefined}>
        <Requests />
        <Detail />
        <div class="side">
          <Next />
          <Plants />
          <Footer />
        </div>
      </main>
      <nav class="parts" aria-label="Parts of the page">
        {parts.map(name => (
          <button
            type="button"
            key={name}
            aria-current={name === part || undefined}
            onClick={() => view.set({ part: name })}
          >
            {name} {name === 'Next' && coming > 0 && coming.toLocaleString('en')}
          </button>
        ))}
      </nav>
    </>
  )
}

const Footer = () => (
  <footer class="line soft">
    <a href={`${controlPath()}/openapi.yaml`}>openapi.yaml</a>
    <a href="https://www.npmjs.com/package/plant-store-client" rel="noreferrer">
      Documentation
    </a>
    <Keys />
    <span>Version {document.body.dataset.version}</span>
  </footer>
)

/** The second click of a double click does nothing, unless it schedules: all else may have moved since the first. */
document.addEventListener(
  'click',
  event => {
    const target = (event.target as Element).closest('button, a')
    if (event.detail < 2 || !target || target.matches('.next :is(p, .choices) > button')) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

followAddress()
render(<App />, document.body)
void follow(document.body.dataset)
