// Differences in words, with what the specification says and its place in openapi.yaml.
import {
  method,
  path,
  successFields,
  successMediaType,
  successStatus,
} from '../../generated/contract.ts'
import type { BodyDifference, Difference, FieldDifference } from './judge.ts'
import {
  type Came,
  charsetOf,
  describeCame,
  describeKind,
  type Hide,
  isSuccessStatus,
  specifiedMediaType,
} from './response.ts'
import { describeFound, showValue } from './value.ts'

/** A difference as it is read. */
export interface Words {
  title: string
  /** What the specification says, and where in openapi.yaml. */
  specification: string
  place: string
  /** What came, and what was wanted. */
  service: string
}

const RESPONSES = `paths > ${path} > ${method.toLowerCase()} > responses`
const SUCCESS = `${RESPONSES} > ${successStatus}`

/** The title goes on from the field, where there is one. */
export function wordsOf(difference: Difference, hide: Hide): Words {
  const { came } = difference
  const { status } = came
  switch (difference.kind) {
    case 'status':
      return {
        title: `${status} in place of ${successStatus} for a valid NewPlant`,
        specification: `A valid NewPlant gets ${successStatus} with a Plant.`,
        place: SUCCESS,
        service: describeCame(came, hide),
      }
    case 'token':
      return {
        title: `${status} without a bearer token`,
        specification: 'Every operation needs a bearer token.',
        place: 'security',
        service: describeCame(came, hide),
      }
    case 'field':
      return {
        title: difference.isOfOtherId ? OF_ANOTHER_ID : difference.change,
        specification: `A ${successStatus} has the created plant: ${successFields.join(' and ')} as they were sent.`,
        place: SUCCESS,
        service: describeField(difference, hide),
      }
    default:
      return {
        ...wordsOfContent(difference, hide),
        place: `${isSuccessStatus(status) ? SUCCESS : RESPONSES} > content`,
      }
  }
}

const OF_ANOTHER_ID = 'The plant of another id came back, as if the two ids were one'

const describeField = ({ field, received, sent }: FieldDifference, hide: Hide) =>
  `${field} is ${showValue(received, hide)}, not ${showValue(sent, hide)}`

type ContentDifference = Exclude<Difference, { kind: 'status' | 'token' | 'field' }>

function wordsOfContent(difference: ContentDifference, hide: Hide): Omit<Words, 'place'> {
  const { came, kind } = difference
  const { status, headers } = came
  const shape = isSuccessStatus(status) ? 'Plant' : 'Error'
  const article = shape === 'Plant' ? 'a' : 'an'
  const specification =
    shape === 'Plant'
      ? `A ${successStatus} is ${successMediaType} and has the shape Plant.`
      : `A ${status} is ${specifiedMediaType(status)} and has the shape Error.`
  const type = headers['content-type'] && hide.header('content-type', headers['content-type'])
  const service = describeKind(came, hide)
  switch (kind) {
    case 'body':
      return {
        title: `${status} whose body is not ${article} ${shape}`,
        specification,
        service: describeBroken(difference, hide),
      }
    case 'media type':
      return {
        title: `${status} whose Content-Type is ${type ?? 'missing'}, not ${specifiedMediaType(status)}`,
        specification,
        service,
      }
    case 'charset':
      return {
        title: `${status} in the charset ${charsetOf(type)}, not UTF-8`,
        specification: `${specification} JSON is in UTF-8 (RFC 8259, section 8.1).`,
        service: `${service}, with the Content-Type ${type}`,
      }
    default:
      return {
        title: `${status} whose body begins with a byte order mark`,
        specification: `${specification} JSON has none before it (RFC 8259, section 8.1).`,
        service,
      }
  }
}

function describeBroken({ came, rules }: BodyDifference & { came: Came }, hide: Hide): string {
  const described = rules.map(({ rule, found }) =>
    found === undefined ? rule : `${rule}, but got ${describeFound(found, hide)}`,
  )
  return [describeKind(came, hide), ...described].join(': ')
}

/** A difference on one line. */
export function describeDifference(difference: Difference, hide: Hide): string {
  const { title, service } = wordsOf(difference, hide)
  const field = difference.kind === 'field' && !difference.isOfOtherId ? `${difference.field} ` : ''
  return `${field}${title}: ${service}`
}
