import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'
import { parse } from 'yaml'

const [port, openapi] = process.argv.slice(2)
const { fetch } = await createMockServer({ document: parse(await readFile(openapi, 'utf8')) })
serve({ fetch, port: Number(port), hostname: '127.0.0.1' })
