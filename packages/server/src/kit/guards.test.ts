import { endpoint, object } from '@lantern/contract/endpoint.ts'
import { plainLearner, type SignedIn, type Viewer } from '@lantern/contract/roles.ts'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { createHttpApp } from './http.ts'
import { route } from './route.ts'

const everyGuard = endpoint('GET /api/test/guarded', {
  summary: 'What everything is asked for',
  access: 'learner',
  guards: ['phone', 'email', 'tfa', 'review', 'realName'],
  response: object({ done: Type.Boolean() }),
})

const ada: SignedIn = {
  ...plainLearner({ id: 'u_ada', name: 'Ada' }),
  isRealName: true,
  hasPhone: true,
  hasEmail: true,
}

async function siteWith(env: Record<string, string>) {
  const { services } = await testSite(env)
  let viewer: Viewer = ada
  const app = await createHttpApp(services, { resolveViewer: async () => viewer, sessionMark: () => 'none' })
  route(app, everyGuard, () => ({ done: true }))
  return async (as: Viewer) => {
    viewer = as
    const answer = await app.inject({ method: 'GET', url: '/api/test/guarded' })
    return [answer.statusCode, answer.json().code ?? answer.json().done]
  }
}

const ask = await siteWith({})

test('who has proved everything is served', async () => {
  expect(await ask(ada)).toEqual([200, true])
})

test('each thing that is missing is a refusal with a name of its own', async () => {
  expect(await ask({ kind: 'guest' })).toEqual([401, 'login_required'])
  expect(await ask({ ...ada, hasPhone: false })).toEqual([422, 'phone_required'])
  expect(await ask({ ...ada, emailRequired: true })).toEqual([422, 'email_required'])
  expect(await ask({ ...ada, hasTwoFactor: true })).toEqual([422, 'tfa_required'])
  expect(await ask({ ...ada, needsReview: true })).toEqual([422, 'needs_review'])
  expect(await ask({ ...ada, isRealName: false })).toEqual([422, 'real_name_required'])
})

test('a second factor that is only recommended refuses nothing; one that the site requires does, off asks nobody', async () => {
  expect(await ask({ ...ada, tfaEndTime: null })).toEqual([200, true])
  const askStrict = await siteWith({ TWO_FACTOR: 'required' })
  expect(await askStrict(ada)).toEqual([422, 'tfa_required'])
  expect(await askStrict({ ...ada, tfaEndTime: '2099-01-01T00:00:00.000Z' })).toEqual([200, true])
  const askOff = await siteWith({ TWO_FACTOR: 'off' })
  expect(await askOff({ ...ada, hasTwoFactor: true })).toEqual([200, true])
})
