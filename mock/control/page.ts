import type { Answer } from '../answer.ts'
import { html, scriptHash, styleHash } from '../console/assets.js'

/** Answers with the console page, which is one file: its script and style run by their hashes alone. */
export const page = (): Answer => ({
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
