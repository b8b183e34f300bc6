#!/usr/bin/env node
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2))
// An answer that was still being held back would keep the process for as long.
setTimeout(() => process.exit(), 300).unref()
