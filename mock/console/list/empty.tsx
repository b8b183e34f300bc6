import type { JSX } from 'preact'
import { method, path, requestExample, requestMediaType } from '../../../generated/contract.ts'
import { TOKEN_VARIABLE } from '../../http/curl.ts'
import { REDACTED } from '../../http/redact.ts'
import { baseAddress } from '../connection/api.ts'
import { feed } from '../connection/feed.ts'
import { findKnownToken } from '../connection/token.ts'
import { toCommands } from '../detail/commands.ts'
import { CopyButton, Scrollable } from '../parts/copy.tsx'
import { usePart } from '../parts/observable.ts'

/** How to begin. */
export function Empty({ isUnused, since }: { isUnused: boolean; since: string }): JSX.Element {
  const token = usePart(feed, findKnownToken)
  const service = usePart(feed, value => value.state?.options.forward)
  const base = usePart(feed, ({ state }) => (state ? baseAddress(state) : ''))
  const [[name, shells, text]] = toCommands(
    {
      method,
      url: base + path,
      headers: { authorization: `Bearer ${REDACTED}`, 'content-type': requestMediaType },
      body: requestExample,
    },
    { token },
  )
  return (
    <div class="empty">
      <h2>No requests yet.</h2>
      <p>
        Give <code>{base}</code> to your client as its base address, send a request from this page,
        or add {isUnused ? 'a first' : 'another'} plant from a terminal with {shells}
        {token === undefined && (
          <>
            {' '}
            where <code>{TOKEN_VARIABLE}</code> is a token of {service ?? 'the mock'}
          </>
        )}
        {service === undefined ? ':' : ', where the plant is real:'}
      </p>
      <Scrollable label={`${name} command that adds a plant`} text={text} />
      <CopyButton text={text} name={`Copy the ${name} command that adds a plant`} />
      <p class="soft">{since}</p>
    </div>
  )
}
