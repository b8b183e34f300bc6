/** Cuts a text, but not within a character: half of one has no UTF-8, and databases refuse it. */
export const cut = (text: string, end: number): string =>
  text.slice(0, end).replace(/[\ud800-\udbff]$/, '')
