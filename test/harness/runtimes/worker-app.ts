// Runs in workerd: an app for each rule, which a header names, and one for everything else.
import { createMockApp, type MockApp } from 'plant-store-client/mock'
import { rules } from '../mock-rules.ts'

const apps = new Map<string, MockApp>()

export default {
  fetch(request: Request, env: unknown): Promise<Response> {
    const index = request.headers.get('x-rule') ?? ''
    const rule = rules[Number(index || Number.NaN)]
    const options = rule ? { ...rule.options, basePath: '/v1' } : {}
    const app = apps.get(index) ?? createMockApp(options)
    apps.set(index, app)
    return app.fetch(request, env as RequestInit) // as workerd calls an app that is exported itself
  },
}
