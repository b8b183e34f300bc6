import { Observable } from './observable.ts'

/** What the reader looks at. It is in the page's address, so that a link leads others to the same view. */
export interface View {
  /** The key of the request whose detail is open. */
  readonly request: string | undefined
  readonly search: string
  /** Whether only problems are listed. */
  readonly isProblems: boolean
  /** Which part a small screen shows, which has room for one. It is not in the address. */
  readonly part: Part
}

export const parts = ['Requests', 'Next', 'Plants'] as const

type Part = (typeof parts)[number]

export const view: Observable<View> = new Observable<View>({
  request: undefined,
  search: '',
  isProblems: false,
  part: 'Requests',
})

/** Reads the address now, and again when the reader goes back or follows a link. */
export function followAddress(): void {
  const read = () => {
    const parameters = new URLSearchParams(location.hash.slice(1))
    clearTimeout(writing)
    view.set({
      request: parameters.get('request') ?? undefined,
      search: parameters.get('search') ?? '',
      isProblems: parameters.has('problems'),
    })
  }
  read()
  addEventListener('hashchange', read)
}

/** The link to a view. */
export function linkTo({ request, search, isProblems }: Omit<View, 'part'>): string {
  const parameters = new URLSearchParams({
    ...(request !== undefined && { request }),
    ...(search !== '' && { search }),
    ...(isProblems && { problems: '' }),
  })
  return `#${parameters}`
}

/** Opens or closes a detail, which the browser's Back undoes. */
export function open(request: string | undefined): void {
  clearTimeout(writing)
  const isOpen = view.value.request === request
  view.set({ request, part: 'Requests' })
  if (!isOpen) history.pushState(null, '', linkTo(view.value))
}

/** Changes the view without another step in the browser's history. */
export function look(change: Partial<View>): void {
  view.set(change)
  clearTimeout(writing)
  // Browsers refuse too many changes of the address, such as one for each letter that is typed.
  writing = setTimeout(() => history.replaceState(null, '', linkTo(view.value)), WRITE_AFTER_MS)
}

const WRITE_AFTER_MS = 300

let writing: ReturnType<typeof setTimeout> | undefined
