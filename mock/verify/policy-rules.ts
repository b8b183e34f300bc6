// Rules about what the options of the mock decide.
import { successStatus } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'
import { added, minimal, PLANT, parseNewPlant, refused, toBody, withBody } from './bodies.ts'
import type { Rule } from './rule.ts'

const ID = writeJson(minimal.id)
const SIZE = new TextEncoder().encode(PLANT).length
const PAST_2_53 = toBody(minimal, ['id', '9007199254740992'])
const PAST_2_53_TOO = toBody(minimal, ['id', '9007199254740993'])

/** Only where the contract allows such ids. */
const pastDoubles: Rule[] =
  parseNewPlant(PAST_2_53) && parseNewPlant(PAST_2_53_TOO)
    ? [
        {
          name: `${successStatus}: two ids past 2^53 that differ by 1`,
          specified: 'added',
          options: { duplicateIds: 'reject' },
          before: [withBody(PAST_2_53)],
          request: withBody(PAST_2_53_TOO),
          response: added(PAST_2_53_TOO),
        },
      ]
    : []

export const policies: Rule[] = [
  {
    name: `${successStatus}: an id that already exists`,
    unspecified: 'duplicates',
    before: [withBody(PLANT)],
    request: withBody(PLANT),
    response: added(PLANT),
  },
  {
    name: '400: an id that already exists in another form, if duplicates are rejected',
    options: { duplicateIds: 'reject' },
    before: [withBody(PLANT)],
    request: withBody(toBody(minimal, ['id', `${ID}.0`])),
    response: refused(new RegExp(`^A plant with the id ${ID} already exists$`)),
  },
  ...pastDoubles,
  {
    name: `${successStatus}: a body of exactly the maximum size`,
    options: { maxBodyBytes: SIZE },
    request: withBody(PLANT),
    response: added(PLANT),
  },
  {
    name: '413: a body of one byte more',
    options: { maxBodyBytes: SIZE - 1 },
    request: withBody(PLANT),
    response: {
      status: 413,
      body: { message: new RegExp(`must not be longer than ${SIZE - 1} bytes`) },
    },
  },
]
