#!/usr/bin/env node
import { main } from './main.ts'

process.exitCode = await main('plant-store-mock', process.argv.slice(2))
