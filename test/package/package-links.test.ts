// Where the documents of the package lead: into the package, or to the repository that package.json names.
import { expect, test } from 'vitest'
import { linkOutside } from '../../scripts/package-links.ts'

const files = ['README.md', 'docs/errors.md', 'docs/exports.md', 'examples/react/README.md']
const github = { repository: 'https://github.com/plants/client', tag: 'v1.2.3' }

test.for<[document: string, released: string, withoutRepository: string]>([
  [
    '[all errors](docs/errors.md#retries)',
    '[all errors](docs/errors.md#retries)',
    '[all errors](docs/errors.md#retries)',
  ],
  ['[the examples](examples/)', '[the examples](examples/)', '[the examples](examples/)'],
  [
    '[msw](https://mswjs.io), [above](#ids)',
    '[msw](https://mswjs.io), [above](#ids)',
    '[msw](https://mswjs.io), [above](#ids)',
  ],
  [
    '[`unwrap`](src/unwrap.ts)',
    '[`unwrap`](https://github.com/plants/client/blob/v1.2.3/src/unwrap.ts)',
    '`unwrap`',
  ],
  [
    '<img src="docs/console-light.png">',
    '<img src="https://github.com/plants/client/raw/v1.2.3/docs/console-light.png">',
    '<img src="docs/console-light.png">',
  ],
])('a link or a picture of the README: %s', ([document, released, withoutRepository]) => {
  expect(linkOutside(document, 'README.md', files, github)).toBe(released)
  const nowhere = { ...github, repository: undefined }
  expect(linkOutside(document, 'README.md', files, nowhere)).toBe(withoutRepository)
})

test('a link of a guide leads from its own folder', () => {
  expect(linkOutside('[`unwrap`](../src/unwrap.ts)', 'docs/exports.md', files, github)).toBe(
    '[`unwrap`](https://github.com/plants/client/blob/v1.2.3/src/unwrap.ts)',
  )
  expect(linkOutside('[errors](errors.md)', 'docs/exports.md', files, github)).toBe(
    '[errors](errors.md)',
  )
})
