/** Returns the URL, or undefined if it is not one. The `URL` of React Native and of Jest 29's jsdom has no `canParse`. */
export function parseUrl(url: string | URL, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
