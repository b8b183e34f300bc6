import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { MockSession } from '../control/types.ts'
import { isSessionName } from '../http/session-name.ts'
import { OnlineButton, useAction } from './action.tsx'
import { callControl, consolePath, sessionPath } from './api.ts'
import { useQuestion } from './dialog.tsx'
import { Field, useFields } from './fields.tsx'
import { count, describeDuration } from './words.ts'

/** The sessions, each with a console of its own. */
export function Sessions({ current }: { current: string | undefined }): JSX.Element {
  const [sessions, setSessions] = useState<MockSession[]>([])
  const action = useAction()
  const [ask, question] = useQuestion()
  const fields = useFields({ name: '' })
  useEffect(() => {
    void action.run(async () => {
      setSessions((await callControl('GET', '/sessions')) as MockSession[])
      return ''
    })
  }, [])
  const end = ({ name }: MockSession) =>
    void action.run(async () => {
      setSessions((await callControl('DELETE', `/sessions/~${name}`)) as MockSession[])
      return `The session ${name} was ended.`
    })
  const open = (event: Event) => {
    event.preventDefault()
    const name = fields.values.name.trim()
    if (!isSessionName(name))
      fields.refuse({ name: 'Enter 1 to 64 letters, digits, dots, hyphens or underscores.' })
    else if (sessionPath() !== `/~${name}`) location.assign(consolePath(name))
  }
  return (
    <>
      <ul aria-label="Sessions">
        {[undefined, ...sessions].map(session => (
          <li class="line" key={session?.name}>
            <a
              href={consolePath(session?.name)}
              aria-current={session?.name === current ? 'page' : undefined}
            >
              {session?.name ?? 'Default session'}
            </a>
            <span class="soft grow">{session && describeSession(session)}</span>
            {/* Its own console would create the session again as soon as it reconnects. */}
            {session && session.name !== current && (
              <OnlineButton
                class="quiet"
                aria-label={`End the session ${session.name}`}
                onClick={() =>
                  ask({
                    title: `End the session ${session.name}?`,
                    text: `Whoever uses it loses ${describeContent(session)}.`,
                    label: 'End the session',
                    act: () => end(session),
                  })
                }
              >
                End
              </OnlineButton>
            )}
          </li>
        ))}
      </ul>
      {action.message}
      <form novalidate onSubmit={open}>
        <Field of={fields} name="name" label="Open session" placeholder="name" />
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
      {question}
    </>
  )
}

const describeContent = ({ plants, requests }: MockSession) =>
  `${count(plants, 'plant')} and ${count(requests, 'request')}`

const describeSession = (session: MockSession) =>
  `${describeContent(session)}, idle for ${describeDuration(session.idle)}`
