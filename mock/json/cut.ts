/** Cuts a text that is longer, but not within a character: half of one has no UTF-8. */
export const cut = (text: string, length: number): string =>
  text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text
