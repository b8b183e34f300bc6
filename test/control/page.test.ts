// The console page, as the control API serves it.
import { createMockApp } from 'plant-store-client/mock'
import { expect, test } from 'vitest'

test.each(['', '/'])('the console page at /__mock%s', async path => {
  const response = await createMockApp().fetch(`https://a.test/__mock${path}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
  const page = await response.text()
  expect(page).toMatch(/^<!doctype html>/)
  expect(page).toMatch(/<body data-version="[^"]*">/)
})
