import type { JSX, TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CONTROL_PATH, type MockSession } from '../control/types.ts'
import { isSessionName } from '../http/session-name.ts'
import { useAction } from './action.tsx'
import { callControl, consolePath, controlPath, leadsToConsole } from './api.ts'
import { AskingButton } from './dialog.tsx'
import { feed } from './feed.ts'
import { Field, readForm } from './fields.tsx'
import { usePart } from './observable.ts'
import { count, describeDuration } from './words.ts'

/** Sessions come and go, and grow idle, while the dialog is open. */
const REFRESH_MS = 1_000

/** How long to wait for an answer before asking again. */
const PATIENCE_MS = 5_000

/** The sessions, each with a console of its own. */
export function Sessions({ current }: { current: string | undefined }): JSX.Element {
  const [sessions, setSessions] = useState<MockSession[]>([])
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
  /** Looks before it goes: a proxy that forwards only some paths answers the others with the application. */
  const goTo = (name: string | undefined) =>
    action.run(async () => {
      const path = consolePath(name)
      if (path === controlPath()) return ''
      if (!(await leadsToConsole(path))) throw new Error(describeDetour(path))
      location.assign(path)
      return ''
    })
  const open = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    void goTo(readForm(event.currentTarget).name)
  }
  return (
    <>
      <ul aria-label="Sessions">
        {[undefined, ...sessions].map(session => (
          <li class="line" key={session?.name}>
            <a
              href={consolePath(session?.name)}
              aria-current={session?.name === current ? 'page' : undefined}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return // another tab or window
                event.preventDefault()
                void goTo(session?.name)
              }}
            >
              {session?.name ?? 'Default session'}
            </a>
            <span class="soft">{session && describeSession(session)}</span>
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
      {action.message}
      <form onSubmit={open}>
        <Field name="name" label="Open session" placeholder="name" required read={checkName} />
        <div class="line answers">
          <button type="submit" class="main">
            Open
          </button>
        </div>
      </form>
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

/** Says what is between the page and the mock, and what to add to it. */
const describeDetour = (path: string) => {
  const prefix = path.startsWith('/~') ? '/~' : CONTROL_PATH
  return `${location.origin}${path} leads to another server. Add '${prefix}' to what the proxy forwards to the mock, as in Vite’s server.proxy: '${prefix}': mock`
}

const describeSession = ({ plants, requests, idle }: MockSession) =>
  `${count(plants, 'plant')} and ${count(requests, 'request')}, idle for ${describeDuration(idle)}`
