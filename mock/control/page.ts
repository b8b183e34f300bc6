import type { Answer } from '../http/answer.ts'
import { acceptsGzip, type StoreRequest } from '../http/request.ts'

/**
 * Returns the console page: a single file, whose script and style are allowed by their hashes. Its commands
 * have the token, if one is given.
 * The mock's own server sends it compressed to whoever accepts gzip. Another server decides for itself: workerd
 * would compress it once more.
 */
export async function createPageAnswer(
  token: string | undefined,
  { headers, isHosted }: StoreRequest,
): Promise<Answer> {
  // Loaded when it is first opened: the package has the page once, as an ES module, for both of its builds.
  const { compressedHtml, scriptHash, styleHash } = await import('../console/assets.js')
  const html = await new Response(decompress(compressedHtml)).text()
  // A b64token has no character that HTML escapes.
  const attribute = token === undefined ? '' : ` data-token="${token}"`
  const page = html.replace(' data-attributes', () => attribute)
  const pageHeaders = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(scriptHash, styleHash),
  }
  if (isHosted || !acceptsGzip(headers.get('accept-encoding') ?? ''))
    return { status: 200, headers: pageHeaders, body: page }
  return {
    status: 200,
    headers: { ...pageHeaders, 'content-encoding': 'gzip' },
    body: new Blob([page]).stream().pipeThrough(new CompressionStream('gzip')),
  }
}

/** Compression halves the page in the package. */
function decompress(base64: string): ReadableStream<Uint8Array> {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
}

const policy = (scriptHash: string, styleHash: string) =>
  [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    'img-src data:', // its icon
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
