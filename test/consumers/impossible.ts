/** A set-up that cannot be run here. */
interface Impossible {
  name: string
  why: string
}

export const impossible: Impossible[] = []
