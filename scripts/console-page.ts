import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

/** Resolves `assets.js` in `mock/console/` to that folder, built as one page. */
export const consolePage: Plugin = {
  name: 'console-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/console\/assets\.js$/ }, () => ({
      path: 'mock/console',
      namespace: 'console-page',
      sideEffects: false,
    }))
    onLoad({ filter: /.*/, namespace: 'console-page' }, async ({ path }) => {
      const [script, style, page, manifest] = await Promise.all([
        minified(`${path}/main.tsx`),
        minified(`${path}/style/page.css`),
        readFile(`${path}/page.html`, 'utf8'),
        readFile('package.json', 'utf8'),
      ])
      const html = page
        .replace(/<!--.*?-->\s*/gs, '')
        .replace(/\n\s+/g, '\n')
        .replace('{version}', JSON.parse(manifest).version)
        .replace('<style></style>', () => `<style>${style}</style>`)
        .replace('<script></script>', () => `<script type="module">${script}</script>`)
      const compressedHtml = gzipSync(html, { level: 9 }).toString('base64')
      const exports = { compressedHtml, scriptHash: hash(script), styleHash: hash(style) }
      const contents = Object.entries(exports).map(
        ([name, text]) => `export const ${name} = ${JSON.stringify(text)}\n`,
      )
      return { contents: contents.join(''), loader: 'js' }
    })
  },
}

/** Bundles for browsers. esbuild escapes `</script` and `</style`, so the result can be inlined. */
async function minified(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    legalComments: 'none', // LICENSE names what the mock bundles
  })
  return (outputFiles[0]?.text ?? '').trim()
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Refers to the page of the ES modules, from the chunks of CommonJS in `dist/`. */
export const sharedConsolePage: Plugin = {
  name: 'shared-console-page',
  setup({ onResolve }) {
    onResolve({ filter: /\/console\/assets\.js$/ }, () => ({
      path: './mock/console-page.js',
      external: true,
    }))
  },
}
