import { Component, type ComponentChildren, type JSX } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { JsonRequest } from '../control/types.ts'
import { type Action, OnlineButton } from './action.tsx'
import { Details } from './details.tsx'
import { type LogEntry, model } from './model.ts'
import {
  bodyText,
  clock,
  describeDuration,
  describeFailure,
  describeIgnored,
  describeOutcome,
  escapeInvisible,
  faults,
  pathOf,
  statuses,
} from './words.ts'

interface LogRowProps {
  entry: LogEntry
  isHidden: boolean
  isTabStop: boolean
  isOnline: boolean
}

/** A request of the log. Of a thousand rows only those that change are drawn again. */
export class LogRow extends Component<LogRowProps> {
  override shouldComponentUpdate(next: LogRowProps): boolean {
    const { entry, isHidden, isTabStop, isOnline } = this.props
    return (
      next.entry !== entry ||
      next.isHidden !== isHidden ||
      next.isTabStop !== isTabStop ||
      next.isOnline !== isOnline
    )
  }

  override componentWillUnmount(): void {
    noteFocus(this.props.entry.key, false)
  }

  override render(): JSX.Element {
    const { entry, isHidden, isTabStop } = this.props
    const { request, outcome, key } = entry
    const { status = 'none', duration, time } = request
    return (
      <li data-tone={outcome} data-key={key} hidden={isHidden}>
        <Expandable id={key} request={request} status={String(status)} isTabStop={isTabStop}>
          <span class="duration">{duration === undefined ? '' : describeDuration(duration)}</span>
          <time datetime={time}>{clock(time)}</time>
        </Expandable>
      </li>
    )
  }
}

/** A request in flight: a held one can be released or failed, a delayed one waits. */
export function WaitingRow({
  request,
  isTabStop,
  action,
}: {
  request: JsonRequest
  isTabStop: boolean
  action: Action
}): JSX.Element {
  const key = model.keyOf(request)
  const hold = model.state.holds.find(each => each.request?.number === request.number)
  useLayoutEffect(() => () => noteFocus(key, true), []) // useEffect would clean up after the row has gone
  return (
    <li class="in-flight" data-tone="odd" data-key={key}>
      <Expandable
        id={key}
        request={request}
        status={request.inFlight === 'held' ? 'held' : 'wait'}
        isTabStop={isTabStop}
      >
        <Seconds since={Date.parse(request.time)} />
        <span class="waits">waiting</span>
      </Expandable>
      {hold && <HoldActions number={request.number} id={hold.id} action={action} />}
    </li>
  )
}

/** Called before the row is taken out. */
function noteFocus(key: string, wasInFlight: boolean): void {
  const row = document.activeElement?.closest<HTMLElement>('.rows > li')
  if (row?.dataset.key === key) model.lostFocus = { key, wasInFlight }
}

/** The line of a request, which expands to its details; `children` are its duration and its time. */
function Expandable({
  id,
  request,
  status,
  isTabStop,
  children,
}: {
  id: string
  request: JsonRequest
  status: string
  isTabStop: boolean
  children: ComponentChildren
}) {
  const [isOpen, setOpen] = useState(model.expanded.has(id))
  const toggle = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    setOpen(currentTarget.open)
    if (currentTarget.open) model.expanded.add(id)
    else model.expanded.delete(id)
  }
  const body = bodyText(request)
  const outcome = describeOutcome(request)
  const ignored = describeIgnored(request)
  return (
    <details open={isOpen} onToggle={toggle}>
      <summary class="row" tabIndex={isTabStop ? 0 : -1}>
        <span class="status toned">{status}</span>
        <span class="method">{request.method}</span>
        <span class="what">
          <span class="path">{pathOf(request.url)}</span>
          {outcome && <span class="note">{escapeInvisible(outcome.slice(0, 300))}</span>}
          {ignored && (
            <span class="note pill toned" data-tone="odd">
              {escapeInvisible(ignored)}
            </span>
          )}
          {body && <span class="note json">{escapeInvisible(body.slice(0, 300))}</span>}
        </span>
        {children}
      </summary>
      {isOpen && <Details request={request} />}
    </details>
  )
}

/** Counts the seconds of a request in flight by the server's clock, until the server is gone. */
function Seconds({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  const isLost = model.connection === 'lost'
  useEffect(() => {
    if (isLost) return
    const timer = setInterval(() => setNow(Date.now), 1_000)
    return () => clearInterval(timer)
  }, [isLost])
  const seconds = Math.floor((now - model.clockLead - since) / 1_000)
  return <span class="duration">{Math.max(0, seconds)} s</span>
}

const RELEASE_FAILURES = [...faults, ...statuses].map(([failure]) => failure)

/** Releases a held request, or fails it. */
function HoldActions({ number, id, action }: { number: number; id: string; action: Action }) {
  const [choice, setChoice] = useState(0)
  const path = `/holds/${id}/release`
  const release = () => action.send('POST', path, {}, `Request ${number} was released.`)
  const fail = () => {
    const failure = RELEASE_FAILURES[choice]
    if (!failure) return
    const text = `Request ${number} was released with ${describeFailure(failure)}.`
    return action.send('POST', path, { failure }, text)
  }
  return (
    <div class="line hold-actions">
      <OnlineButton aria-label={`Release request ${number}`} onClick={release}>
        Release
      </OnlineButton>
      <span class="soft">or answer it with</span>
      <select
        aria-label={`Failure of request ${number}`}
        onChange={({ currentTarget }) => setChoice(currentTarget.selectedIndex)}
      >
        {RELEASE_FAILURES.map((failure, index) => (
          <option key={index} selected={index === choice}>
            {describeFailure(failure)}
          </option>
        ))}
      </select>
      <OnlineButton aria-label={`Fail request ${number}`} onClick={fail}>
        Fail
      </OnlineButton>
    </div>
  )
}
