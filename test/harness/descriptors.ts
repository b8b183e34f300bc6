import { readdirSync } from 'node:fs'

/** Why open descriptors cannot be counted here; undefined if they can. It is printed. */
export const noDescriptors: string | undefined =
  process.platform === 'linux' ? undefined : 'only Linux lists the descriptors of a process'
if (noDescriptors) console.warn(`Descriptors are not counted: ${noDescriptors}`)

/** How many descriptors a process has open. */
export const countDescriptors = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/fd`).length
