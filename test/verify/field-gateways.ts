// Gateways, tokens and quotas: what stands in front of a service, and what ends on the way.
import {
  added,
  app,
  checked,
  type FieldService,
  html,
  json,
  NO_DIFFERENCES,
  refuse,
  text,
} from './field.ts'
import { type Reply, TOKEN } from './sample-service.ts'

/** Conforms for so many requests, and is lost then. */
function lostAfter(count: number, then: Reply, ...says: RegExp[]): FieldService {
  const answer = () => {
    let requests = 0
    return app({ before: () => (++requests > count ? then : undefined), add: checked(added) })
  }
  return { answer, code: 3, says, never: [/conforms to the specification/, /refuses \d+ of/] }
}

const EXPIRED = refuse(401, 'The token has expired')

/** Redirects every request. */
const redirects = (status: number, location: string, says: RegExp): FieldService => ({
  answer: () => () => ({ status, headers: { location } }),
  code: 3,
  says: [says],
})

export const gateways: Record<string, FieldService> = {
  'a token that expires ends a run, without differences': lostAfter(
    14,
    EXPIRED,
    /stopped accepting plants after 14 requests, at "[^"]+": a plain plant, as it had accepted before, got 401: The token has expired$/,
    /Stopped early\. No differences in what was answered/,
  ),
  'a token that expires at the very end is noticed': lostAfter(
    227,
    EXPIRED,
    /stopped accepting plants after 2\d\d requests/,
  ),
  'a quota that is told with 400 is no bound of plants': lostAfter(
    25,
    refuse(400, 'Your plan has 25 plants'),
    /stopped accepting plants after 2\d requests.*400: Your plan has 25 plants/,
  ),
  'a 502 of a gateway asks whether the service is up': lostAfter(
    60,
    html(502, '502 Bad Gateway'),
    /502 Bad Gateway\. This is the response of a gateway that got none from the service: is the service up\?$/,
  ),
  'a limit that allows less than one request a minute cannot be verified through': lostAfter(
    30,
    { ...text(429, 'Too Many Requests'), headers: { 'retry-after': '3600' } },
    /429: Too Many Requests \(Retry-After: 3600\)\. Its limit is about one request in 1\d\d seconds, so it cannot be verified through that limit/,
  ),
  'a RateLimit-Policy tells which --delay keeps to it': lostAfter(
    30,
    { ...json(429, {}), headers: { 'ratelimit-policy': '30;w=900', 'retry-after': '897' } },
    /Send slower, with --delay 30000, and fewer plants, with --plants 1$/,
  ),
  'without a policy, Retry-After tells which --delay keeps to a limit': lostAfter(
    30,
    { ...json(429, {}), headers: { 'retry-after': '897' } },
    /Send slower, with --delay 30000/,
  ),
  'a redirect to a slash at the end, as Django and FastAPI have it': redirects(
    307,
    'http://plants.test/plants/',
    /a redirect to http:\/\/plants\.test\/plants\/\. Redirects are not followed\. The contract has \/plants without a slash at its end/,
  ),
  'a redirect to https names the address to verify': redirects(
    308,
    'https://plants.test/plants',
    /Redirects are not followed\. Verify https:\/\/plants\.test$/,
  ),
  'a redirect to the same address comes of a proxy': redirects(
    301,
    '/plants',
    /It leads to the same address: a proxy .*X-Forwarded-Proto/,
  ),
  'a redirect to a sign-in, as oauth2-proxy sends who is not signed in': redirects(
    302,
    'https://idp.test/login?rd=%2F',
    /If it leads to a sign-in, a gateway in front of the service does not accept this token/,
  ),
  'values that a firewall refuses are left open, each with its page: ModSecurity': {
    answer: () =>
      app({
        before: ({ body }) =>
          /<script|<%|' ?or|\.\.\//i.test(body) ? html(403, '403 Forbidden') : undefined,
        add: checked(added),
      }),
    code: 0,
    says: [/refuses 3 of \d+ unusual names, such as .*: 403 Forbidden/, NO_DIFFERENCES],
  },
  'a list of tags is one note, and hides no other difference': {
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
    never: [/refuses (?:names|tags) of/],
  },
  'only Latin-1 is taken: whatever is beyond is one note': {
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
  'five wrong tokens in a row are never sent: an account is locked after them': {
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
  'a service lost after wrong tokens may have locked the account': {
    answer: locks,
    code: 3,
    says: [
      /The service was lost at this request service 401: .* curl /,
      /got 401: .*\. Before, there were requests without the right token, so the account may be locked: once it is open again, leave them out with --right-token-only$/,
    ],
  },
  'with --right-token-only no wrong token is sent': {
    answer: locks,
    args: ['--right-token-only'],
    code: 0,
    says: [/No differences/, /Not probed: no credentials, .*, a preflight: --right-token-only/],
  },
  'a 200 with a page comes from another service: a single-page application': {
    answer: () => () => html(200, 'Plant Shop'),
    code: 3,
    says: [
      /returned neither a Plant nor an Error, but 200, not JSON as text\/html.*Check the address/,
    ],
  },
  'a 403 of the first plant may want a header, or another address': {
    answer: () => () => json(403, { message: 'Forbidden' }),
    code: 3,
    says: [
      /403: Forbidden\. If it is right, a gateway may want a header of its own \(--header\)/,
      /Or the base address is wrong, .* verify adds \/plants to it/,
    ],
  },
  'a 406 of the first plant may want a header': {
    answer: wantsJson,
    code: 3,
    says: [/406, other JSON: .*\. If it wants a header of its own, such as a version or an Accept/],
  },
  'a value of --header that is also in a plant is no difference': {
    answer: wantsJson,
    args: ['--header', 'Accept: application/json'],
    code: 0,
    says: [/No differences/],
  },
  'a request after which the service is gone is named: a body that is not gzip': {
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

function wantsJson() {
  return app({
    before: seen =>
      seen.headers.accept === 'application/json' ? undefined : json(406, { title: 'No' }),
    add: checked(plant => json(200, { ...plant, type: 'application/json' })),
  })
}
