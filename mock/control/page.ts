import { compressedHtml, scriptHash, styleHash } from '../console/assets.js'
import type { Answer } from '../http/answer.ts'

/**
 * Returns the console page: a single file, whose script and style are allowed by their hashes. Its commands
 * have the token, if one is given.
 */
export async function createPageAnswer(token: string | undefined): Promise<Answer> {
  const html = await new Response(decompress(compressedHtml)).text()
  // A b64token has no character that HTML escapes.
  const attribute = token === undefined ? '' : ` data-token="${token}"`
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
    body: html.replace(' data-token="{token}"', () => attribute),
  }
}

/** Both builds in the package hold the page, and compression halves it. */
function decompress(base64: string): ReadableStream<Uint8Array> {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
}

const POLICY = [
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
