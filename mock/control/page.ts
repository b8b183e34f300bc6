import { html, scriptHash, styleHash } from '../console/assets.js'
import type { StoreResponse } from '../http/response.ts'

/** The console page: a single file, whose script and style are allowed by their hashes. */
export const createPageResponse = (): StoreResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  body: html,
})

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
