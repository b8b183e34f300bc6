// Writes the recorded size of the client as the README has it: `node test/bench/size.ts`
import { recordedBytes } from './results.ts'

console.log(`${((await recordedBytes()).esbuild / 1_000).toFixed(1)} kB`)
