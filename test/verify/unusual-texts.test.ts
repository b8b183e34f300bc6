// What services do to texts: for each change, verify sends a name and a tag that show it, and says what it was.
import { expect, test } from 'vitest'
import { LISTED, plantsOf } from '../../mock/verify/requests/unusual-texts.ts'
import { verifyInProcess } from './in-process.ts'
import { service } from './sample-service.ts'

const cutBytes = (text: string) =>
  new TextDecoder().decode(new TextEncoder().encode(text).slice(0, 255)).replace(/\ufffd$/, '')

type Change = (text: string) => unknown

/** Of the first one of each kind, what the report says. */
const CHANGES: Record<string, [change: Change, said?: RegExp]> = {
  'trims them': [text => text.trim(), /came back with other spaces/],
  'trims their ends only': [text => text.trimEnd()],
  'makes one space of two': [text => text.replace(/ +/g, ' ')],
  'makes spaces of tabs': [text => text.replaceAll('\t', ' '), /is "[^"]*", not "[^"]*\\t[^"]*"/],
  'makes LF of CRLF': [text => text.replaceAll('\r\n', '\n')],
  'makes an ordinary space of a no-break space': [text => text.replaceAll('\u00a0', ' ')],
  'chomps a line break at the end': [text => text.replace(/\n$/, '')],
  'cuts them at 50 characters': [text => text.slice(0, 50), /came back cut off/],
  'cuts them at 255 characters': [
    text => [...text].slice(0, 255).join(''),
    /\(255 characters\), not .*\(\d+ characters\)/,
  ],
  'cuts them at 255 bytes': [cutBytes],
  'cuts them at the character 0': [text => text.split('\0')[0]],
  'lower-cases them': [text => text.toLowerCase(), /came back with another letter case/],
  'capitalizes them': [text => text.replace(/^./u, first => first.toUpperCase())],
  'composes characters (NFC)': [
    text => text.normalize('NFC'),
    / 1 difference: name and tag came back with another Unicode normalization$/,
  ],
  'decomposes characters (NFD)': [text => text.normalize('NFD')],
  'replaces compatibility characters (NFKC)': [
    text => text.normalize('NFKC'),
    /came back with another Unicode normalization/,
  ],
  'drops quotes': [text => text.replace(/["']/g, '')],
  'doubles single quotes': [text => text.replaceAll("'", "''")],
  'drops backslashes': [text => text.replaceAll('\\', ''), /came back with other signs/],
  'drops control characters, but no spaces': [
    text => text.replace(/(?!\s)\p{Cc}/gu, ''),
    /came back with other control characters/,
  ],
  'drops right-to-left marks': [text => text.replace(/[\u200e\u200f]/g, '')],
  'drops byte order marks': [text => text.replace(/^\ufeff/, ''), /is "Aloe", not "\\ufeffAloe"/],
  'drops line separators': [text => text.replaceAll('\u2028', '')],
  'drops variation selectors': [text => text.replaceAll('\ufe0f', '')],
  'drops characters beyond the basic plane': [text => text.replace(/[^\0-\uffff]/gu, '?')],
  'reads the body as Latin-1': [text => Buffer.from(text).toString('latin1')],
  'makes one character of three dots': [text => text.replaceAll('...', '\u2026')],
  'drops a hash sign at the start': [text => text.replace(/^#/, '')],
  'escapes HTML': [
    text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    /came back as another text/,
  ],
  'drops HTML tags': [text => text.replace(/<\/?\w+>/g, '')],
  'strips scripts': [text => text.replace(/<script.*<\/script>/, '')],
  'makes links of addresses': [text => text.replace(/https?:\S+/, address => `<a>${address}</a>`)],
  'decodes percent signs': [text => text.replaceAll('%25', '%')],
  'reads a plus sign as a space': [text => text.replaceAll('+', ' ')],
  'makes numbers of digits': [
    text => (/^\d+$/.test(text) ? Number(text) : text),
    /name must be a string, but got the number \d+/,
  ],
  'keeps long digits as a double': [text => (/^\d{16,}$/.test(text) ? `${Number(text)}` : text)],
  'rewrites decimals': [text => (/^\d+\.\d+$/.test(text) ? String(Number(text)) : text)],
  'makes an instant of a day': [text => text.replace(/^(\d{4}-\d\d-\d\d)$/, '$1T00:00Z')],
  'makes dates of texts': [text => (/^\d{4}.*T/.test(text) ? new Date(text).toUTCString() : text)],
  'makes null of the word': [text => (text === 'null' ? null : text)],
  'makes a boolean of the word': [
    text => (text === 'true' ? true : text),
    /name must be a string, but got true/,
  ],
  'drops the word undefined': [text => (text === 'undefined' ? undefined : text)],
  'fails at properties of a prototype': [text => (text === '__proto__' ? undefined : text)],
  'drops the digit 0': [text => (text === '0' ? undefined : text), /tag is missing, not "0"/],
  'drops empty texts': [text => text || undefined],
}

const listed = plantsOf(LISTED, 1)

test.each(Object.entries(CHANGES))(
  'Plants have one value that services are known to spoil: spaces, long texts, accents, emoji or markup: one that %s',
  (_, [change]) => {
    const shown = listed.filter(({ unusual: { text = '' } = {} }) => change(text) !== text)
    const fields = new Set(shown.map(({ unusual }) => unusual?.field))
    expect([...fields]).toEqual(['name', 'tag'])
  },
)

const told = Object.entries(CHANGES).flatMap(([what, [change, said]]) =>
  said ? [[what, change, said] as const] : [],
)

test.each(told)('It is told what a service did that %s', async (_, change, said) => {
  const keeps = ({ name, tag, ...plant }: Record<string, unknown>) => ({
    ...plant,
    name: change(String(name)),
    tag: tag === undefined ? tag : change(String(tag)),
  })
  const { code, report } = await verifyInProcess(service({ keeps }))
  expect(report).toMatch(said)
  expect(code).toBe(1)
})
