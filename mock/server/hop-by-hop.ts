/** Headers of one connection (RFC 9110, section 7.6.1; RFC 9112, section 7.1.2). */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
