// What many projects wrote by hand before jest-fixed-jsdom: the globals of Node that are missing.
const { TestEnvironment } = require('jest-environment-jsdom')

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    const missing = { fetch, Headers, Request, Response, TextDecoder, TextEncoder, ReadableStream }
    Object.assign(this.global, missing)
  }
}
