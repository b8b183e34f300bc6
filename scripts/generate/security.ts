import { isObject } from './keywords.ts'
import { extend } from './pointer.ts'
import type { Problems } from './problems.ts'
import type { References } from './references.ts'

/** The client and the mock know one way of authentication: exactly one http bearer token. */
export function checkSecurity(
  document: Record<string, unknown>,
  operation: Record<string, unknown>,
  pointer: string,
  references: References,
  problems: Problems,
): void {
  const isOwn = 'security' in operation
  const security = isOwn ? operation.security : document.security
  const at = extend(isOwn ? pointer : '#', 'security')
  const alternatives = Array.isArray(security) ? security : []
  const names = alternatives.flatMap(each => (isObject(each) ? Object.keys(each) : []))
  const [name] = names
  if (name === undefined || names.length > 1 || alternatives.length > 1) {
    problems.add('security', at, 'must require one scheme, of type http and scheme bearer')
    return
  }

  const path = extend('#', 'components', 'securitySchemes')
  const schemes = isObject(document.components) ? document.components.securitySchemes : undefined
  if (!isObject(schemes) || !Object.hasOwn(schemes, name)) {
    problems.add('security', extend(at, '0', name), `is not a scheme of ${path}`)
    return
  }
  const scheme = references.object(schemes[name], extend(path, name))
  if (!scheme) return
  const { type, scheme: word } = scheme.value
  if (type !== 'http') {
    problems.add('type', extend(scheme.pointer, 'type'), `must be http, not ${String(type)}`)
    return
  }
  if (String(word).toLowerCase() !== 'bearer')
    problems.add('scheme', extend(scheme.pointer, 'scheme'), `must be bearer, not ${String(word)}`)
}
