// Ports below those that the system gives to clients and to `listen(0)`, and above those that fetch refuses
// (https://fetch.spec.whatwg.org/#port-blocking). No other service gets the port of one that is absent, so
// a call that is refused there never reaches the service of another trial.
const FIRST = 11_000
const COUNT = 20_000
let turn = Math.floor(Math.random() * COUNT)

/** Listens on a port that no other trial has; one that another program has is left out. */
export async function onOwnPort<Listening>(
  listen: (port: number) => Promise<Listening>,
): Promise<Listening> {
  for (;;) {
    try {
      return await listen(FIRST + (turn++ % COUNT))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
