import { type ComponentChildren, type JSX, render } from 'preact'
import { feed, followMock } from './connection/feed.ts'
import { Detail } from './detail/detail.tsx'
import { Dialogs } from './dialogs/dialog.tsx'
import { Header, Notice } from './header.tsx'
import { followFilter } from './list/filter.ts'
import { followKeys } from './list/keyboard.ts'
import { list, log } from './list/list.ts'
import { Requests } from './list/requests.tsx'
import { Next } from './next/next.tsx'
import { usePart } from './parts/observable.ts'
import { Plants } from './plants/plants.tsx'
import { grouped } from './text.ts'
import { followAddress, followWidth, type Tab, view } from './view.ts'

function Console(): JSX.Element {
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
      <Dialogs />
    </>
  )
}

function Tabs({ shown, isNarrow }: { shown: Tab | 'Requests'; isNarrow: boolean }) {
  const request = usePart(view, value => value.request)
  const requests = usePart(list, () => log.count())
  const { scheduled = [], held = [], plants = 0 } = usePart(feed, value => value.state) ?? {}
  const button = (name: Tab | 'Requests', label: ComponentChildren, number = 0) => (
    <button
      type="button"
      data-name={name}
      aria-current={name === shown || undefined}
      onClick={() =>
        view.set(name === 'Requests' ? { isOver: false } : { tab: name, isOver: true })
      }
    >
      {label} {number > 0 && <b>{grouped(number)}</b>}
    </button>
  )
  return (
    <nav aria-label="Parts of the page">
      {isNarrow && button('Requests', 'Requests', requests)}
      {button('Next', 'Next', scheduled.length + held.length)}
      {button('Plants', 'Plants', plants)}
      {request !== undefined &&
        button(
          'Request',
          <>
            <span class="wide">Request </span>#{request.split(':').at(-1)}
          </>,
        )}
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
followFilter()
render(<Console />, document.body)
void followMock(document.body.dataset)
