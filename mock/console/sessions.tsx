import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MockSession } from '../control/types.ts'
import { isSessionName } from '../http/session-name.ts'
import { OnlineButton, useAction } from './action.tsx'
import { callControl, consolePath, sessionPath } from './api.ts'
import { FieldError, Input, useFields } from './fields.tsx'
import { model } from './model.ts'
import { count, describeDuration } from './words.ts'

/** The menu of the sessions, each with a console of its own. */
export function Sessions(): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null)
  const [sessions, setSessions] = useState<MockSession[]>([])
  const action = useAction()
  const fields = useFields('session', { name: '' })
  const current = model.state.session
  const load = () =>
    action.run(async () => {
      setSessions((await callControl('GET', '/sessions')) as MockSession[])
      return ''
    })
  const end = (name: string) =>
    action.run(async () => {
      setSessions((await callControl('DELETE', `/sessions/~${name}`)) as MockSession[])
      menu.current?.querySelector('a')?.focus()
      return `The session ${name} was ended.`
    })
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (menu.current && !menu.current.contains(target as Node)) menu.current.open = false
    }
    document.addEventListener('click', close)
    return () => document.removeEventListener('click', close)
  }, [])
  const open = (event: Event) => {
    event.preventDefault()
    const name = fields.values.name.trim()
    if (!isSessionName(name))
      fields.refuse({ name: 'Enter 1 to 64 letters, digits, dots, hyphens or underscores.' })
    else if (sessionPath() !== `/~${name}`) location.assign(consolePath(name))
  }
  return (
    <details
      class="menu"
      ref={menu}
      onToggle={() => menu.current?.open && void load()}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !menu.current) return
        menu.current.open = false
        menu.current.querySelector('summary')?.focus()
      }}
    >
      <summary class="button">
        {current === undefined ? (
          'Default session'
        ) : (
          <>
            Session <b>{current}</b>
          </>
        )}
      </summary>
      <div class="menu-body">
        <h2 id="sessions-title">Sessions</h2>
        <ul aria-labelledby="sessions-title">
          {[undefined, ...sessions].map(session => (
            <li key={session?.name}>
              <a
                href={consolePath(session?.name)}
                aria-current={session?.name === current ? 'page' : undefined}
              >
                {session?.name ?? 'Default session'}
              </a>{' '}
              {session && <span class="soft">{describeSession(session)}</span>}{' '}
              {/* Its own console would make the session again as soon as it reconnects. */}
              {session && session.name !== current && (
                <OnlineButton
                  class="quiet"
                  aria-label={`End the session ${session.name}`}
                  onClick={() => end(session.name)}
                >
                  End
                </OnlineButton>
              )}
            </li>
          ))}
        </ul>
        {action.message}
        <form novalidate onSubmit={open}>
          <div class="line">
            <label>
              Open session <Input of={fields} name="name" placeholder="name" />
            </label>
            <button type="submit">Open</button>
          </div>
          <FieldError of={fields} name="name" />
        </form>
        <p class="soft">
          Each session has plants, requests and failures of its own. A client joins one by the
          header <code>x-mock-session</code>, or by the base address that its console shows.
        </p>
      </div>
    </details>
  )
}

function describeSession({ plants, requests, idle }: MockSession): string {
  const facts = [count(plants, 'plant'), count(requests, 'request')]
  return `${facts.join(', ')}, idle for ${describeDuration(idle)}`
}
