import type { Chip } from './list/kinds.ts'
import { stop } from './list/list.ts'
import { Observable } from './parts/observable.ts'

/** What the reader looks at. The first three are in the page's address, so that a link leads others to the same view. */
export interface View {
  /** The key of the request whose detail is open. */
  readonly request: string | undefined
  readonly search: string
  /** Which requests are listed. */
  readonly chip: Chip
  /** What the panel shows. */
  readonly tab: Tab
  /** Whether the panel is shown, on a narrow screen. */
  readonly isOver: boolean
  /** Whether the screen has room for the list, or for the panel that lies over it. */
  readonly isNarrow: boolean
}

export type Tab = 'Next' | 'Plants' | 'Request'

export const view: Observable<View> = new Observable<View>({
  request: undefined,
  search: '',
  chip: 'All',
  tab: 'Next',
  isOver: false,
  isNarrow: false,
})

/** Follows the width of the window. */
export function followWidth(): void {
  const narrow = matchMedia('(max-width: 62rem)')
  const read = () => view.set({ isNarrow: narrow.matches })
  read()
  narrow.addEventListener('change', read)
}

/** Reads the address now, and again when the reader goes back or follows a link. */
export function followAddress(): void {
  const read = () => {
    const parameters = new URLSearchParams(location.hash.slice(1))
    clearTimeout(writing)
    const request = parameters.get('request') ?? undefined
    if (request !== view.value.request) showRequest(request)
    const search = parameters.get('search') ?? ''
    view.set({ search, chip: (parameters.get('show') ?? 'All') as Chip })
  }
  read()
  addEventListener('hashchange', read)
}

/** The link to a view. */
export function linkTo({
  request,
  search,
  chip,
}: Pick<View, 'request' | 'search' | 'chip'>): string {
  const parameters = new URLSearchParams({
    ...(request !== undefined && { request }),
    ...(search !== '' && { search }),
    ...(chip !== 'All' && { show: chip }),
  })
  return `#${parameters}`
}

/** A request takes the panel, and gives it back. */
function showRequest(request: string | undefined): void {
  const isOpen = request !== undefined
  if (isOpen) stop()
  view.set(isOpen ? { request, tab: 'Request', isOver: true } : CLOSED)
}

const CLOSED = { request: undefined, tab: 'Next', isOver: false } as const

/** Opens or closes a detail, which the browser's Back undoes. */
export function open(request: string | undefined): void {
  clearTimeout(writing)
  const isOpen = view.value.request === request
  showRequest(request)
  if (!isOpen) history.pushState(null, '', linkTo(view.value))
}

/** Changes the view without another step in the browser's history. */
export function replaceView(change: Partial<View>): void {
  view.set(change)
  clearTimeout(writing)
  // Browsers refuse too many changes of the address, such as one for each letter that is typed.
  const { hash } = location
  writing = setTimeout(() => {
    // A link may have been followed, of which the page is only told afterwards.
    if (location.hash === hash) history.replaceState(null, '', linkTo(view.value))
  }, WRITE_AFTER_MS)
}

const WRITE_AFTER_MS = 300

let writing: ReturnType<typeof setTimeout> | undefined
