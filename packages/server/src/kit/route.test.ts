import { changesState } from '@lantern/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('every endpoint that is not public refuses a guest before it looks at anything', async () => {
  const guarded = site.app.endpoints.filter(({ shape }) => !['public', 'demoOnly'].includes(shape.access))
  expect(guarded.length).toBeGreaterThan(10)
  for (const { method, path } of guarded) {
    const answer = await site.inject({
      method,
      url: path.replace(/:\w+/g, 'x'),
      ...(method !== 'GET' && { payload: {} }),
    })
    expect([method, path, answer.statusCode, answer.json().code]).toEqual([method, path, 401, 'login_required'])
  }
})

test('every change wants the CSRF token', async () => {
  const ada = await site.user({ groups: ['admin', 'super_admin'], isRealName: true })
  for (const endpoint of site.app.endpoints) {
    const { method, path, shape } = endpoint
    if (method === 'GET' || shape.access === 'demoOnly' || !changesState(endpoint)) continue
    const answer = await ada.inject({ method, url: path.replace(/:\w+/g, 'x'), payload: {} })
    expect([path, answer.statusCode], path).toEqual([path, 403])
  }
})
