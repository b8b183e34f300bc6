// Stores and mappers: how each keeps texts and ids, and what it says when it cannot.
import { added, app, checked, type FieldService, html, idIn, json, refuse } from './field.ts'

const NO_DIFFERENCES = /No differences: the service conforms to the specification$/

const isBeyondInt32 = (id: bigint) => BigInt.asIntN(32, id) !== id
const hasSurrogates = (text = '') => /[\u{10000}-\u{10ffff}]/u.test(text)

/** How MariaDB quotes six bytes from the first that it cannot keep: those of ASCII as they are. */
const bytesOf = (text: string) =>
  [...Buffer.from(text.slice(text.search(/[\u{10000}-\u{10ffff}]/u)))]
    .slice(0, 6)
    .map(byte =>
      byte >= 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).toUpperCase()}`,
    )
    .join('')

export const stores: Record<string, FieldService> = {
  'PostgreSQL, whose serial has 32 bits': {
    answer: () =>
      app({
        add: checked((plant, seen) =>
          isBeyondInt32(idIn(seen))
            ? json(500, {
                message: `value "${idIn(seen)}" is out of range for type integer`,
                code: '22003',
              })
            : added(plant),
        ),
      }),
    code: 1,
    says: [
      /1 difference: 500 in place of 200 for a valid NewPlant with an id beyond -2147483648 to 2147483647$/,
      /is out of range for type integer/,
    ],
    never: [/Check the address/],
  },
  'PostgreSQL, which keeps no character 0 and 255 characters': {
    answer: () =>
      app({
        add: checked(({ name, tag }) =>
          `${name}${tag ?? ''}`.includes('\0')
            ? refuse(500, 'invalid byte sequence for encoding "UTF8": 0x00')
            : [...name].length > 255
              ? refuse(500, 'value too long for type character varying(255)')
              : added({ name, tag }),
        ),
      }),
    code: 1,
    says: [
      /2 differences: 500 in place of 200 for a valid NewPlant with a control character in name or tag; 500 in place of 200 for a valid NewPlant with a longer name than any that was added$/,
    ],
    never: [/refuses names of/],
  },
  'PostgreSQL with on conflict do nothing': {
    answer: () => {
      const plants = new Map<bigint, { name: string; tag?: string }>([[1n, { name: 'Ficus' }]])
      return app({
        add: checked((plant, seen) => {
          const id = idIn(seen)
          if (!plants.has(id)) plants.set(id, plant)
          return added({ ...plants.get(id) })
        }),
      })
    },
    code: 0,
    says: [/returns another plant for these ids, as it does for ids that exist: 1/, NO_DIFFERENCES],
  },
  'MariaDB with three bytes for a character': {
    answer: () =>
      app({
        add: checked(({ name, tag }) => {
          for (const [field, text] of Object.entries({ name, tag }))
            if (hasSurrogates(text))
              return refuse(
                500,
                `Incorrect string value: '${bytesOf(String(text))}...' for column \`shop\`.\`plants\`.\`${field}\` at row 1`,
              )
          return added({ name, tag })
        }),
      }),
    code: 1,
    says: [
      /1 difference: 500 in place of 200 for a valid NewPlant with a character beyond the basic plane in name or tag$/,
      /Incorrect string value/,
    ],
  },
  'SQLite through a driver whose integers are doubles': {
    answer: () => {
      const ids = new Set<number>()
      return app({
        add: checked(plant => {
          if (ids.has(plant.id)) return refuse(409, 'UNIQUE constraint failed: plants.id')
          ids.add(plant.id)
          return added(plant)
        }),
      })
    },
    code: 1,
    says: [/409 in place of 200 for a valid NewPlant/, /UNIQUE constraint failed/],
  },
  'SQLite, whose ids are unique': {
    answer: () => {
      const ids = new Set<bigint>([1n, 2n])
      return app({
        add: checked((plant, seen) => {
          if (ids.has(idIn(seen))) return refuse(500, 'UNIQUE constraint failed: plants.id')
          ids.add(idIn(seen))
          return added(plant)
        }),
      })
    },
    code: 0,
    runs: 2,
    says: [/refuses these ids as it refuses ids that exist/, NO_DIFFERENCES],
  },
  'mongoose, which trims and casts': {
    answer: () => {
      const ids = new Set<unknown>()
      return app({
        add: body => {
          const { id } = body
          if (typeof id !== 'number')
            return json(500, {
              message: `plants validation failed: id: Cast to Number failed for value "${id}" (type ${typeof id}) at path "id"`,
            })
          if (ids.has(id))
            return json(500, {
              message: `E11000 duplicate key error collection: shop.plants index: id_1 dup key: { id: ${id} }`,
            })
          ids.add(id)
          const cast = (value: unknown) =>
            typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
          const name = cast(body.name)
          const tag = cast(body.tag)
          if (typeof name !== 'string')
            return json(500, {
              message: 'plants validation failed: name: Path `name` is required.',
            })
          return added({ name: name.trim(), tag: typeof tag === 'string' ? tag : undefined })
        },
      })
    },
    code: 1,
    says: [
      /name came back with other spaces/,
      /500 in place of 200 for a valid NewPlant/,
      /makes texts of \d+ values/,
    ],
  },
  'Knex, which puts the SQL first': {
    answer: () =>
      app({
        add: checked(({ id, name, tag }, seen) =>
          isBeyondInt32(idIn(seen))
            ? refuse(
                500,
                `insert into \`plants\` (\`id\`, \`name\`, \`tag\`) values (${id}, '${name.replaceAll("'", "\\'")}', ${tag ? `'${tag}'` : 'DEFAULT'}) - ER_WARN_DATA_OUT_OF_RANGE: Out of range value for column 'id' at row 1`,
              )
            : [...name].length > 255
              ? refuse(
                  500,
                  `insert into \`plants\` (\`id\`, \`name\`, \`tag\`) values (${id}, '${name.replaceAll("'", "\\'")}', DEFAULT) - ER_DATA_TOO_LONG: Data too long for column 'name' at row 1`,
                )
              : added({ name, tag }),
        ),
      }),
    code: 1,
    says: [
      /2 differences: 500 in place of 200 for a valid NewPlant with an id beyond -2147483648 to 2147483647; 500 in place of 200 for a valid NewPlant with a longer name than any that was added$/,
      /Out of range value/,
      /Data too long/,
    ],
  },
  'DynamoDB, whose errors carry a request id': {
    answer: () => {
      let requests = 0
      return app({
        add: checked(({ name, tag }) =>
          name === '' || tag === ''
            ? json(500, {
                error: 500,
                message: `One or more parameter values were invalid: An AttributeValue may not contain an empty string (RequestId: 7B4K9QXZ${requests++}VV4KQNSO5AEMVJF66Q9ASUAAJG)`,
              })
            : added({ name, tag }),
        ),
      })
    },
    code: 1,
    says: [
      /1 difference: 500 in place of 200 for a valid NewPlant with a shorter name or tag than any that was added$/,
      / \(2 requests\)/,
    ],
  },
  'a first id near a fixed one': {
    answer: () => {
      const ids = new Set<bigint>()
      return app({
        add: checked((plant, seen) => {
          if (ids.has(idIn(seen))) return refuse(409, 'It exists')
          ids.add(idIn(seen))
          return added(plant)
        }),
      })
    },
    args: ['--first-id', '2147483640'],
    code: 0,
    says: [NO_DIFFERENCES],
    never: [/ids that exist/],
  },
  'a first id whose followers are there already': {
    answer: () => {
      const ids = new Set<bigint>([5_000_000_050n, 5_000_000_051n, 5_000_000_052n])
      return app({
        add: checked((plant, seen) => {
          if (ids.has(idIn(seen))) return refuse(409, 'It exists')
          ids.add(idIn(seen))
          return added(plant)
        }),
      })
    },
    args: ['--first-id', '5000000000'],
    code: 0,
    says: [/refuses \d+ of \d+ unusual names, such as .*: \d+: /, NO_DIFFERENCES],
  },
  'the same first id twice': {
    answer: () => {
      const ids = new Set<bigint>()
      return app({
        add: checked((plant, seen) => {
          if (ids.has(idIn(seen))) return refuse(409, 'It exists')
          ids.add(idIn(seen))
          return added(plant)
        }),
      })
    },
    args: ['--first-id', '5000000000'],
    runs: 2,
    code: 3,
    says: [
      /seems to have plants with the ids from 5000000000 on: it returned 409: It exists\. Choose another --first-id/,
    ],
  },
  'a backup page of the database': {
    answer: () => app({ add: () => html(500, 'Database is read-only') }),
    code: 3,
    says: [/returned neither a Plant nor an Error, but 500/],
  },
  'a unique index on the names': {
    answer: uniqueNames,
    code: 0,
    says: [NO_DIFFERENCES, /takes each name only once: 409: Monstera exists/],
  },
  'a unique index on the names, in a second run': {
    answer: uniqueNames,
    runs: 2,
    code: 0,
    says: [
      NO_DIFFERENCES,
      /takes each name only once: 409: Monstera exists/,
      /refuses \d+ plants as it refuses names that exist, as they may since another run/,
    ],
  },
  'the first plant for an id that exists, and ids as doubles': {
    answer: () => {
      const plants = new Map<number, Parameters<typeof added>[0]>()
      return app({
        add: checked(plant => {
          const first = plants.get(plant.id) ?? { ...plant }
          plants.set(plant.id, first)
          return added(first)
        }),
      })
    },
    code: 1,
    says: [
      /1 difference: The plant of another id came back, so the service takes the two ids for one$/,
    ],
  },
}

function uniqueNames() {
  const names = new Set<string>()
  return app({
    add: checked(plant => {
      if (names.has(plant.name)) return refuse(409, `${plant.name} exists`)
      names.add(plant.name)
      return added(plant)
    }),
  })
}
