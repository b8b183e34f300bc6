// Which file may import which. `npm run check` fails on a breach.

/** The rooms of the mock, each of which imports only from those before it. */
const ROOMS = [
  'json',
  'contract',
  'http',
  'store',
  'control',
  'app',
  'server',
  'terminal',
  'verify',
  'cli',
]
const ENTRIES = ['index\\.', 'msw\\.', 'server\\.']

/** What runs anywhere: the client, and the mock without its transport for Node, server and commands. */
const ANYWHERE =
  '^(?:src/|mock/(?:index\\.ts|msw\\.ts|json/|contract/|http/(?!(?:node|turn)\\.ts)|store/|control/|app/|console/))'

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const roomRules = ROOMS.map((room, index) =>
  error(
    `mock/${room}`,
    `mock/${room} may import from ${ROOMS.slice(0, index).join(', ') || 'no other room'} alone.`,
    { path: `^mock/${room}/` },
    { path: `^mock/(?:${[...ROOMS.slice(index + 1), ...ENTRIES].join('|')})` },
  ),
)

export default {
  forbidden: [
    error(
      'no-circle',
      'Files that depend on each other, in types too, belong together.',
      {},
      {
        circular: true,
      },
    ),
    ...roomRules,
    error(
      'verify-report-last',
      'Requests, their sending and their judgement know nothing of how they are reported.',
      { path: '^mock/verify/(?:requests|run|judge)/' },
      { path: '^mock/verify/report/' },
    ),
    error(
      'client-and-mock-apart',
      'Client and mock are two independent readings of the contract.',
      { path: '^(src|mock)/' },
      { path: '^(?:src|mock|scripts|test|examples)/', pathNot: '^$1/' },
    ),
    error(
      'reads-tolerantly',
      'The client reads what a newer service may send. The mock and verify judge by the whole contract.',
      { path: '^mock/' },
      { path: '^generated/reading\\.ts$' },
    ),
    error(
      'generated-alone',
      'What is generated imports nothing else.',
      { path: '^generated/' },
      { pathNot: '^generated/' },
    ),
    error(
      'no-node',
      'Built-ins of Node are for the server and the commands.',
      { path: ANYWHERE },
      { dependencyTypes: ['core'] },
    ),
    error(
      'no-node-transport',
      'The transport of node:http is for the server.',
      { path: ANYWHERE },
      { path: '^mock/http/(?:node|turn)\\.ts$' },
    ),
    error(
      'no-package',
      'The client needs the types of openapi-fetch, mock/msw needs msw, the build bundles Preact and lossless-json into the mock, and nothing else needs a package.',
      {
        path: '^(?:src|mock|generated)/',
        pathNot: '^mock/(?:server/msw-overrides\\.ts$|console/)',
      },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-no-pkg'],
        pathNot: '/openapi-fetch/|/msw/|/lossless-json/',
      },
    ),
    error(
      'msw',
      'Only mock/msw and the overrides of the server know msw.',
      { path: '^(?:src|mock)/', pathNot: '^mock/(?:msw|server/msw-overrides)\\.ts$' },
      { path: '/msw/' },
    ),
    error(
      'console-alone',
      'The page is bundled by itself: the mock imports its build alone.',
      { path: '^mock/', pathNot: '^mock/console/' },
      { path: '^mock/console/', pathNot: '^mock/console/assets\\.' },
    ),
    error(
      'console-imports',
      'The page needs JSON, the commands of both shells, the names of sessions, the mark of a redaction and of what it sends, what invisible characters look like, the statuses without a body, and the types of the control API and the store.',
      { path: '^mock/console/' },
      {
        path: '^mock/',
        pathNot:
          '^mock/(?:console/|json/|store/|contract/visible\\.ts$|http/(?:console-mark|curl|null-body|powershell|redact|session-name)\\.ts$|control/types\\.ts$)',
      },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: ['^test/(?:fixtures/projects|bench/peers)/[^/]+/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
