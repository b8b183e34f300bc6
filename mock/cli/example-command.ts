import { method, path, requestExample, requestMediaType } from '../../generated/contract.ts'
import { writeJson } from '../json/write.ts'

/** A command to try, for any POSIX shell. It asks for the token where only some are accepted. */
export function exampleCommand(url: string, acceptsAnyToken: boolean): string {
  const command = [
    `curl -X ${method} ${quote(url + path)}`,
    `-H "Authorization: Bearer ${acceptsAnyToken ? 'token' : '$PLANTS_TOKEN'}"`,
    `-H ${quote(`Content-Type: ${requestMediaType}`)}`,
    `-d ${quote(writeJson(requestExample))}`,
  ].join(' ')
  return acceptsAnyToken ? command : `${ASK_FOR_TOKEN}; ${command}`
}

/** Tokens are not printed. One that was given once is kept for the next command. */
const ASK_FOR_TOKEN = `[ "$PLANTS_TOKEN" ] || { printf 'PLANTS_TOKEN: '; read -r PLANTS_TOKEN; }`

/** One word of a POSIX shell. */
const quote = (text: string) =>
  /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
