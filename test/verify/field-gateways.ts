// Gateways, tokens, quotas and rules of a service's own: what stands in front of it, and what ends on the way.
import { added, app, checked, type FieldService, html, json, refuse, text } from './field.ts'
import type { Reply } from './sample-service.ts'
import { TOKEN } from './sample-service.ts'

const NO_DIFFERENCES = /No differences: the service conforms to the specification$/

/** A service that is itself for some requests only. */
const until = (count: number, then: Reply | undefined) => () => {
  let requests = 0
  const whole = app({ add: checked(added) })
  return (seen: Parameters<typeof whole>[0]) => (++requests > count ? then : whole(seen))
}

export const gateways: Record<string, FieldService> = {
  'a token that expires after 14 requests': {
    answer: until(14, refuse(401, 'The token has expired')),
    code: 3,
    says: [
      /stopped accepting plants after 14 requests, at "[^"]+": a plain plant, as it had accepted before, got 401: The token has expired$/,
      /Stopped early\. No differences in what was answered/,
    ],
    never: [/conforms to the specification/, /refuses \d+ of/],
  },
  'a token that expires at the very end': {
    answer: until(227, refuse(401, 'The token has expired')),
    code: 3,
    says: [/stopped accepting plants after 2\d\d requests/],
    never: [/conforms to the specification/],
  },
  'a quota that is told with 400': {
    answer: () => {
      let plants = 0
      return app({
        add: checked(plant =>
          ++plants > 25 ? refuse(400, 'Your plan has 25 plants') : added(plant),
        ),
      })
    },
    code: 3,
    says: [/stopped accepting plants after \d+ requests.*400: Your plan has 25 plants/],
  },
  'a route that is gone after 40 requests': {
    answer: until(40, html(404, 'Not Found')),
    code: 3,
    says: [
      /stopped accepting plants after 39 requests, at "[^"]+: an accent in one character": .*404: Not Found/,
    ],
  },
  'nginx, whose service is gone': {
    answer: until(60, html(502, '502 Bad Gateway')),
    code: 3,
    says: [
      /502 Bad Gateway\. This is the response of a gateway that got none from the service: is the service up\?$/,
    ],
  },
  'a process that ends': {
    answer: until(30, undefined),
    code: 3,
    says: [/stopped answering after 30 requests.*other side closed/],
  },
  'a rate limit with a long Retry-After': {
    answer: until(30, {
      ...text(429, 'Too Many Requests'),
      headers: { 'retry-after': '3600', 'content-type': 'text/plain' },
    }),
    code: 3,
    says: [
      /429: Too Many Requests \(Retry-After: 3600\)\. Its limit is about one request in 1\d\d seconds, so it cannot be verified through that limit/,
    ],
  },
  'a gateway that wants a key': {
    answer: () =>
      app({
        before: ({ headers }) =>
          headers['x-api-key'] === 'k3y-of-gateway'
            ? undefined
            : json(403, { message: 'Forbidden' }),
        add: checked(added),
      }),
    args: ['--header', 'X-Api-Key: k3y-of-gateway'],
    code: 0,
    says: [NO_DIFFERENCES],
    never: [/k3y-of/],
  },
  'the same gateway without the key': {
    answer: () =>
      app({
        before: ({ headers }) =>
          headers['x-api-key'] === 'k3y-of-gateway'
            ? undefined
            : json(403, { message: 'Forbidden' }),
        add: checked(added),
      }),
    code: 3,
    says: [/403: Forbidden\. If it is right, a gateway may want a header of its own \(--header\)/],
  },
  'ModSecurity, which refuses what looks like an attack': {
    answer: () =>
      app({
        before: ({ body }) =>
          /<script|<%|' ?or|\.\.\//i.test(body) ? html(403, '403 Forbidden') : undefined,
        add: checked(added),
      }),
    code: 0,
    says: [/refuses 3 of \d+ unusual names, such as .*: 403 Forbidden/, NO_DIFFERENCES],
  },
  'nginx with a small body': {
    answer: () =>
      app({
        before: ({ body }) =>
          body.length > 100_000 ? html(413, '413 Request Entity Too Large') : undefined,
        add: checked(added),
      }),
    code: 0,
    says: [/413 without an Error for 1 request/, NO_DIFFERENCES],
  },
  'a framework that inflates the body': {
    answer: () =>
      app({
        before: ({ headers }) =>
          headers['content-encoding'] ? refuse(500, 'incorrect header check') : undefined,
        add: checked(added),
      }),
    code: 0,
    says: [
      /500 for 1 request with the header Content-Encoding: gzip and a body that is not: incorrect header check/,
      NO_DIFFERENCES,
    ],
    never: [/of another media type/],
  },
  'any scheme with the right token': {
    answer: () =>
      app({
        isAllowed: authorization => authorization.split(' ').at(-1) === TOKEN,
        add: checked(added),
      }),
    code: 1,
    says: [
      /1 difference: 200 without a bearer token$/,
      /1\. 200 without a bearer token \(1 request\)/,
    ],
  },
  'a scheme that must be Bearer, letter for letter': {
    answer: () =>
      app({ isAllowed: authorization => authorization === `Bearer ${TOKEN}`, add: checked(added) }),
    code: 0,
    says: [
      /refuses the scheme bearer in lower case, although RFC 9110 \(11\.1\) allows it: 401/,
      NO_DIFFERENCES,
    ],
  },
  'a media type that must be equal': {
    answer: () =>
      app({
        before: ({ headers, method }) =>
          method === 'POST' && headers['content-type'] !== 'application/json'
            ? refuse(415, 'Send JSON')
            : undefined,
        add: checked(added),
      }),
    code: 0,
    says: [
      /refuses the media type application\/json; charset=utf-8, which many clients send: 415: Send JSON/,
      NO_DIFFERENCES,
    ],
  },
  'few tags, and names that are trimmed': {
    answer: () =>
      app({
        add: checked(({ name, tag }) =>
          tag === undefined || ['tropical', 'succulent'].includes(tag)
            ? added({ name: name.trim(), tag })
            : refuse(400, 'tag must be tropical or succulent'),
        ),
      }),
    code: 1,
    says: [
      /1 difference: name came back with other spaces$/,
      /refuses (\d+) of \1 unusual tags, such as .*: 400: tag must be tropical or succulent/,
    ],
    never: [/refuses tags of/],
  },
  'names of at least five characters': {
    answer: () =>
      app({
        add: checked(plant =>
          [...plant.name].length < 5
            ? refuse(400, 'name must have 5 characters or more')
            : added(plant),
        ),
      }),
    code: 0,
    says: [
      /refuses \d+ of \d+ unusual names, such as .*: 400: name must have 5 characters or more/,
      NO_DIFFERENCES,
    ],
  },
  'a slash at the end, as Django and FastAPI have it': {
    answer: () => () => ({ status: 307, headers: { location: 'http://plants.test/plants/' } }),
    code: 3,
    says: [
      /a redirect to http:\/\/plants\.test\/plants\/\. Redirects are not followed\. The contract has \/plants without a slash at its end/,
    ],
  },
  'a redirect to https': {
    answer: () => () => ({ status: 308, headers: { location: 'https://plants.test/plants' } }),
    code: 3,
    says: [/Redirects are not followed\. Verify https:\/\/plants\.test$/],
  },
  'a redirect to the same address': {
    answer: () => () => ({ status: 301, headers: { location: '/plants' } }),
    code: 3,
    says: [/It leads to the same address: a proxy .*X-Forwarded-Proto/],
  },
  'a gateway that sends who is not signed in to a sign-in, as oauth2-proxy does': {
    answer: () => () => ({ status: 302, headers: { location: 'https://idp.test/login?rd=%2F' } }),
    code: 3,
    says: [
      /If it leads to a sign-in, a gateway in front of the service does not accept this token/,
    ],
  },
  'a page of a single-page application': {
    answer: () => () => html(200, 'Plant Shop'),
    code: 3,
    says: [
      /returned neither a Plant nor an Error, but 200, not JSON as text\/html.*Check the address/,
    ],
  },
  'ids of 32 bits with the Error of the contract': {
    answer: () =>
      app({
        add: checked(plant =>
          Math.abs(plant.id) >= 2 ** 31 ? refuse(400, 'id must fit 32 bits') : added(plant),
        ),
      }),
    code: 1,
    says: [
      /1 difference: 400 in place of 200 for a valid NewPlant with an id beyond -?\d+ to 2147483647$/,
    ],
  },
  'only Latin-1 is taken': {
    answer: () =>
      app({
        add: checked(plant =>
          /^[^\u0100-\uffff]*$/.test(plant.name + (plant.tag ?? ''))
            ? added(plant)
            : refuse(422, 'Unsupported characters'),
        ),
      }),
    code: 0,
    says: [
      /refuses \d+ of \d+ unusual names, such as .*: 422: Unsupported characters/,
      NO_DIFFERENCES,
    ],
  },
  'an account that is locked after 5 wrong tokens in a row': {
    answer: () => {
      let wrong = 0
      return app({
        before: seen => (seen.method === 'POST' && wrong >= 5 ? refuse(423, 'Locked') : undefined),
        isAllowed: authorization => {
          const isRight = authorization === `Bearer ${TOKEN}`
          wrong = isRight ? 0 : wrong + 1
          return isRight
        },
        add: checked(added),
      })
    },
    code: 0,
    says: [/No differences/],
  },
  'an account that is locked after 3 wrong tokens': {
    answer: locks,
    code: 3,
    says: [
      /The service was lost at this request service 401: .* curl /,
      /got 401: .*\. Before, there were requests without the right token, so the account may be locked: once it is open again, leave them out with --right-token-only$/,
    ],
  },
  'an account that is locked after 3 wrong tokens, of which none is sent': {
    answer: locks,
    args: ['--right-token-only'],
    code: 0,
    says: [/No differences/, /Not probed: no credentials, .*, a preflight: --right-token-only/],
  },
  'a limit of 30 requests in 15 minutes': {
    answer: limited({ 'ratelimit-policy': '30;w=900', 'retry-after': '897' }),
    code: 3,
    says: [/Send slower, with --delay 30000, and fewer plants, with --plants 1$/],
  },
  'a limit of 30 requests in 15 minutes that only Retry-After tells': {
    answer: limited({ 'retry-after': '897' }),
    code: 3,
    says: [/Send slower, with --delay 30000/],
  },
  'a gateway that wants to be asked for JSON': {
    answer: wantsJson,
    code: 3,
    says: [/406, other JSON: .*\. If it wants a header of its own, such as a version or an Accept/],
  },
  'a gateway that is asked for JSON, whose media type is also in a plant': {
    answer: wantsJson,
    args: ['--header', 'Accept: application/json'],
    code: 0,
    says: [/No differences/],
  },
  'a body that is not gzip ends the service': {
    answer: () => {
      let isOver = false
      return seen => {
        isOver ||= seen.headers['content-encoding'] === 'gzip'
        return isOver ? undefined : app({ add: checked(added) })(seen)
      }
    },
    code: 3,
    says: [
      /lost at this request service no response: .* -H 'Content-Encoding: gzip' -d /,
      /at "a coded body": a plain plant got no response: other side closed$/,
    ],
  },
}

function locks() {
  let wrong = 0
  return app({
    isAllowed: authorization => {
      if (authorization !== `Bearer ${TOKEN}`) wrong++
      return wrong < 3 && authorization === `Bearer ${TOKEN}`
    },
    add: checked(added),
  })
}

function limited(headers: Record<string, string>) {
  return () => {
    let requests = 0
    return app({
      before: () => (++requests > 30 ? { ...json(429, {}), headers } : undefined),
      add: checked(added),
    })
  }
}

function wantsJson() {
  return app({
    before: seen =>
      seen.headers.accept === 'application/json' ? undefined : json(406, { title: 'No' }),
    add: checked(plant => json(200, { ...plant, type: 'application/json' })),
  })
}
