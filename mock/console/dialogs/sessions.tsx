import type { JSX, TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MockSession } from '../../control/types.ts'
import { isSessionName } from '../../http/session-name.ts'
import { callControl, consolePath } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { useAction } from '../parts/action.tsx'
import { Field } from '../parts/fields.tsx'
import { usePart } from '../parts/observable.ts'
import { count, describeDuration, grouped } from '../text.ts'
import { AskingButton } from './dialog.tsx'

/** Sessions come and go, and grow idle, while the dialog is open. */
const REFRESH_MS = 1_000

/** How long to wait for an answer before asking again. */
const PATIENCE_MS = 5_000

/** The sessions, each with a console of its own. */
export function Sessions({ current }: { current: string | undefined }): JSX.Element {
  const [sessions, setSessions] = useState<MockSession[]>([])
  const [name, setName] = useState('')
  const action = useAction()
  const isLive = usePart(feed, value => value.connection === 'live')
  /** How many sessions this page has ended. */
  const ended = useRef(0)
  useEffect(() => {
    if (!isLive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const load = async () => {
      const endedBefore = ended.current
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const listed = await callControl('GET', '/sessions', undefined, signal).catch(() => undefined)
      if (isOver) return
      // What was asked for before an end may still list the session.
      if (listed && ended.current === endedBefore) setSessions(listed as MockSession[])
      timer = setTimeout(load, REFRESH_MS)
    }
    void load()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isLive])
  const end = ({ name }: MockSession) =>
    action.run(async () => {
      await callControl('DELETE', `/sessions/~${name}`)
      ended.current++
      setSessions(listed => listed.filter(session => session.name !== name))
      return `The session ${name} was ended.`
    })
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    location.assign(consolePath(name))
  }
  // The mock lists the longest idle first.
  const found = sessions.filter(session => session.name.includes(name)).reverse()
  return (
    <>
      <form class="find" onSubmit={submit}>
        <Field
          label="Find or open a session"
          placeholder="name"
          required
          autofocus
          value={name}
          read={checkName}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="main">
          Open
        </button>
      </form>
      {action.message}
      <ul aria-label="Sessions">
        {[...(name === '' ? [undefined] : []), ...found].map(session => (
          <li class="line" key={session?.name}>
            <a
              href={consolePath(session?.name)}
              aria-current={session?.name === current ? 'page' : undefined}
            >
              {session?.name ?? 'Default session'}
            </a>
            <span class="soft">{session && describeSession(session)}</span>
            {session && session.failed > 0 && (
              <span class="pill toned" data-tone="bad">
                {grouped(session.failed)} failed
              </span>
            )}
            {/* Its own console would create the session again as soon as it reconnects. */}
            {session && session.name !== current && (
              <AskingButton
                class="quiet push"
                aria-label={`End the session ${session.name}`}
                ask={() => ({
                  title: `End the session ${session.name}?`,
                  text: 'Whoever uses it loses its plants and requests.',
                  label: 'End the session',
                })}
                act={() => end(session)}
              >
                End
              </AskingButton>
            )}
          </li>
        ))}
      </ul>
      {name !== '' && found.length === 0 && <p class="soft">No session has that in its name.</p>}
      <p class="soft">
        Each session has plants, requests and failures of its own. A client joins one by the header{' '}
        <code>x-mock-session</code>, or by the base address that its console shows.
      </p>
    </>
  )
}

function checkName(name: string): void {
  if (!isSessionName(name))
    throw new Error('Enter 1 to 64 letters, digits, dots, hyphens or underscores.')
}

const describeSession = ({ plants, requests, idle }: MockSession) =>
  `${count(plants, 'plant')} and ${count(requests, 'request')}, idle for ${describeDuration(idle)}`
