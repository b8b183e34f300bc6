import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { PlantStoreClient } from 'plant-store-client'
import { startMockServer } from 'plant-store-client/mock/server'

const exporter = new InMemorySpanExporter()
const spanProcessors = [new SimpleSpanProcessor({ exporter })]
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }))
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
new UndiciInstrumentation().enable()

let server
before(async () => {
  server = await startMockServer({ port: 0, accessTokens: ['a-secret-token'] })
})
after(() => server.close())

test('a call is a span, its trace context arrives, and its attributes have no token', async () => {
  const client = new PlantStoreClient({ baseUrl: server.url, accessToken: 'a-secret-token' })
  const { data } = await client.addPlant({ id: 1, name: 'Monstera' })
  assert.deepEqual(data, { name: 'Monstera' })
  const [span] = exporter.getFinishedSpans()
  assert.equal(span.attributes['url.full'], `${server.url}/plants`)
  assert.equal(span.attributes['http.response.status_code'], 200)
  assert.equal(JSON.stringify(span.attributes).includes('a-secret-token'), false)
  const [request] = server.store.requests
  assert.match(request.headers.traceparent, new RegExp(span.spanContext().traceId))
})
