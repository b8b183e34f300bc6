/** Sends a body to a mock server, a plant by default. */
export const post = (
  url: string,
  body = '{"id":1,"name":"Monstera"}',
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> =>
  fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json', ...headers },
    body,
    signal,
  })
