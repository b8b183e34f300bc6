import type { JSX } from 'preact'
import { feed } from '../connection/feed.ts'
import { AskingButton } from '../dialogs/dialog.tsx'
import { useAction } from '../parts/action.tsx'
import { Search } from '../parts/fields.tsx'
import { usePart } from '../parts/observable.ts'
import { count, grouped } from '../text.ts'
import { linkTo, replaceView, view } from '../view.ts'
import { Empty } from './empty.tsx'
import type { Entry } from './entries.ts'
import { goTo } from './keyboard.ts'
import { type Chip, chipNames } from './kinds.ts'
import type { Place } from './lines.ts'
import { log, rowFocus, update } from './list.ts'
import { News } from './news.tsx'
import { Row } from './row.tsx'
import { ROW, useScroller } from './scroller.ts'

/** The requests, the newest last. Nothing in this list moves unless it follows the newest. */
export function Requests(): JSX.Element {
  const state = usePart(feed, value => value.state)
  const { request: selected, search, chip } = usePart(view, value => value)
  const { scroller, drawn, isPrinted, attributes, listAttributes } = useScroller()
  const action = useAction()
  const { newer, found, isFollowing } = log
  const total = log.count()
  const isUnused = state && total === 0 && state.requests === 0
  // The rows are one tab stop: the row that had the focus, or else the selected or the last one.
  const isListed = (key: string | undefined) => log.indexOf(key) >= 0
  const tabStop = [rowFocus.key, selected].find(isListed) ?? log.move(undefined, 'last')
  const link = linkTo({ request: undefined, search, chip })
  return (
    <section class="requests" aria-label="Requests">
      <div class="tools">
        <h2 class="visually-hidden" tabIndex={-1}>
          Requests
        </h2>
        <Chips chosen={chip} total={total} />
        <div class="bar push">
          <span class="search">
            <Search
              label="Search the requests"
              placeholder="Search"
              value={search}
              onSearch={search => replaceView({ search })}
              onKeyDown={event => {
                if (event.key !== 'ArrowDown') return
                event.preventDefault()
                goTo('first')
              }}
            />
            <span role="status">
              {log.isJudging
                ? 'Searching…'
                : (search.trim() !== '' || chip !== 'All') && `${short(found)} of ${short(total)}`}
            </span>
          </span>
          <button
            type="button"
            class="follow quiet"
            aria-pressed={isFollowing}
            data-new={newer > 0 || undefined}
            onClick={() => update(() => log.follow())}
          >
            {isFollowing ? 'Following' : newer > 0 ? `${grouped(newer)} new ↓` : 'Follow ↓'}
          </button>
          <AskingButton
            class="quiet"
            ask={askToClear}
            act={() => action.change('DELETE', '/requests')}
          >
            Clear
          </AskingButton>
        </div>
        {action.message}
        <News />
      </div>
      <div class="columns row" aria-hidden="true">
        <span class="number">#</span>
        <time>Time</time>
        <span class="plant">
          <span class="id">Id</span> <span>Name</span>
        </span>
        <span>Status</span>
        <span class="took">Took</span>
        <span class="note">Note</span>
      </div>
      <div class="scroll" ref={scroller} {...attributes}>
        {isUnused && <Empty isUnused={state.plants === 0} since={drawn[0]?.line.heading ?? ''} />}
        {total > 0 && found === 0 && !log.isJudging && (
          <div class="empty">
            <h2>No request matches.</h2>
            <button type="button" onClick={() => replaceView({ search: '', chip: 'All' })}>
              Show all requests
            </button>
          </div>
        )}
        <ol
          class="rows"
          aria-label="Requests"
          {...listAttributes}
          style={{ height: isPrinted ? 'auto' : `${log.length * ROW}px`, '--row': `${ROW}px` }}
        >
          {(isUnused ? [] : drawn).map(place => {
            const { line, index, length } = place
            const { key, entry } = line
            return (
              <li
                key={key}
                style={{
                  top: `${index * ROW}px`,
                  ...(length > 1 && { height: `${length * ROW}px` }),
                }}
                class={entry ? undefined : 'between'}
                aria-setsize={log.length}
                aria-posinset={index + 1}
              >
                {entry ? (
                  <Row
                    entry={entry}
                    href={`${link}&request=${key}`}
                    isSelected={key === selected}
                    isTabStop={key === tabStop}
                  />
                ) : (
                  <Between place={place} />
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

/** What began here, and how many requests are not kept. */
function Between({ place: { line, missing } }: { place: Place<Entry> }) {
  const state = usePart(feed, value => value.state)
  const { heading } = line
  const isLast = heading !== undefined && line === log.heading
  const parts = [
    isLast && state && describeKept(state.kept, state.requests, state.inFlight.length),
    !isLast &&
      missing > 0 &&
      `${count(missing, 'request')} ${missing === 1 ? 'is' : 'are'} not kept.`,
    heading,
  ]
  const text = parts.filter(Boolean).join(' ')
  return (
    <span class="cut" title={text}>
      {text}
    </span>
  )
}

/** What the mock has; nothing if it has everything. */
function describeKept(kept: number, ended: number, waiting: number): string {
  const own = log.alone - log.past
  const more = own > 0 ? `, and this page ${grouped(own)} more` : ''
  if (kept === ended && own === 0) return ''
  return `The mock has ${grouped(kept + waiting)} of ${count(ended + waiting, 'request')}${more}.`
}

/** How many requests there are of each kind. */
function Chips({ chosen, total }: { chosen: Chip; total: number }) {
  const isForward = usePart(feed, value => value.state?.options.forward !== undefined)
  return (
    <fieldset class="chips" aria-label="Show">
      {chipNames.map(name => {
        const number = name === 'All' ? total : log.count(name)
        const isRare = name === '3xx' || (name === 'violations' && !isForward)
        if (isRare && number === 0 && name !== chosen) return null
        return (
          <label key={name}>
            <input
              type="radio"
              name="chip"
              checked={chosen === name}
              onChange={() => replaceView({ chip: name })}
            />
            <span data-tone={toneOf(name)}>
              {name} <b title={grouped(number)}>{short(number)}</b>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

const short = (number: number) => (number < 1_000 ? `${number}` : `${Math.floor(number / 1_000)}k`)

/** The colour of a number that matters: that of its rows. */
function toneOf(chip: Chip): string | undefined {
  if (chip === 'All' || chip === '2xx' || log.count(chip) === 0) return undefined
  if (chip === 'held') return 'held'
  return log.count(`bad ${chip}`) > 0 ? 'bad' : 'odd'
}

function askToClear() {
  const kept = feed.value.state?.kept ?? 0
  const { alone } = log
  if (kept + alone === 0) return false
  const texts = [
    kept > 0 && `${count(kept, 'request')} will be gone, for everybody who uses this session.`,
    alone > 0 &&
      `This page loses ${kept > 0 ? `${grouped(alone)} more` : count(alone, 'request')}, which the mock does not have.`,
  ]
  return {
    title: 'Clear the log?',
    text: texts.filter(Boolean).join(' '),
    label: 'Clear the log',
  }
}
