#!/usr/bin/env node
import { run } from './bin.ts'

await run('plant-store-mock')
