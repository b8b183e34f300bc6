#!/usr/bin/env node
import { main } from './main.ts'

process.exitCode = await main('plant-store-client', process.argv.slice(2))
