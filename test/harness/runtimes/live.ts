/** The live services; `refused` is an address where nothing listens. */
export type Service =
  | 'plain'
  | 'target'
  | 'fresh'
  | 'commanded'
  | 'busy'
  | 'refusing'
  | 'broken'
  | 'page'
  | 'redirecting'
  | 'silent'
  | 'late'
  | 'cut'
  | 'lost'
  | 'lost-unpooled'
  | 'gone'
  | 'refused'

export interface Live {
  urls: Record<Service, string>
  /** The address that tells what arrived at a service. */
  witness: string
}

/** What arrived at a service. */
export interface Seen {
  ids: string[]
  statuses: number[]
  headers?: Record<string, string>
}

/** Resolves to what arrived at a service, once it was sent that many requests, or after ten seconds. */
export const seen = async ({ witness }: Live, service: Service, requests = 0): Promise<Seen> =>
  (await fetch(`${witness}/${service}?requests=${requests}`)).json()
