import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite({
  LANTERN_MODE: 'production',
  ALLOW_DEMO_ADAPTERS: 'sms,real-name,mail',
  PUBLIC_URL: 'https://lantern.example',
})

test('a production site never serves the outbox, whoever asks', async () => {
  const admin = await site.user({ groups: ['super_admin'] })
  for (const person of [admin, site.guest()]) {
    const response = await person.inject({ method: 'GET', url: '/api/dev/outbox?to=13800000001' })
    expect(response.statusCode).toBe(404)
  }
})

test('a session cookie of an https site is sent over https only', async () => {
  const guest = site.guest()
  const session = await guest.inject({ method: 'GET', url: '/api/session' })
  const cookies = [session.headers['set-cookie'] ?? []].flat()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
  const signOut = await guest.inject({ method: 'POST', url: `/api/auth/logout?_csrf=${session.json().csrfToken}` })
  expect(String(signOut.headers['set-cookie'])).toMatch(/; Secure/)
})
