const ARTICLES: Record<string, string> = {
  null: '',
  integer: 'an',
  object: 'an',
  array: 'an',
  int32: 'an',
  int64: 'an',
}

/** Types as a message names them: `a string or null`. */
export const typeWords = (names: readonly string[]): string =>
  names.map(name => [ARTICLES[name] ?? 'a', name].filter(Boolean).join(' ')).join(' or ')
