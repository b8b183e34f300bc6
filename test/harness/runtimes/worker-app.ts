// Runs in workerd: an app for each expectation, which a header names, and one for everything else.
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { expectations } from '../expectations.ts'

const apps = new Map<string, MockApp>()

export default {
  fetch(request: Request, env: unknown): Promise<Response> {
    const index = request.headers.get('x-expectation') ?? ''
    const expectation = expectations[Number(index || Number.NaN)]
    const options = expectation ? { ...expectation.options, basePath: '/v1' } : {}
    const app = apps.get(index) ?? createMockApp(options)
    apps.set(index, app)
    return app.fetch(request, env as RequestInit) // as workerd calls an app that is exported itself
  },
}
