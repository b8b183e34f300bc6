/** Around the ends of what services keep ids in. */
export const UNUSUAL_IDS: readonly bigint[] = [
  0n,
  1n,
  -1n,
  ...[31n, 32n, 53n, 63n].flatMap(bits => [2n ** bits - 1n, 2n ** bits]),
  2n ** 53n + 1n,
  ...[31n, 53n].flatMap(bits => [-(2n ** bits), -(2n ** bits) - 1n]),
  -(2n ** 63n),
]
