/** Whether a request has the token: as `Bearer` for the service, or as the password of `Basic`. */
export async function isAuthorized(request: Request, token: string): Promise<boolean> {
  const credentials = request.headers.get('authorization') ?? ''
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(credentials) ?? []
  const sent = scheme.toLowerCase() === 'basic' ? passwordOf(value) : value
  const [a, b] = await Promise.all([digest(sent), digest(token)])
  return crypto.subtle.timingSafeEqual(a, b)
}

function passwordOf(base64: string): string {
  try {
    return atob(base64).replace(/^[^:]*:/, '')
  } catch {
    return '' // not base64
  }
}

const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
