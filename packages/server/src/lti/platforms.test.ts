import { listLtiPlatforms, removeLtiPlatform, saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const params = { id: school }
const nothing = { issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '', deploymentIds: [] }

function said(name: string) {
  const issuer = `https://${name}.example`
  return {
    name,
    issuer,
    clientId: 'lantern',
    authUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    jwksUrl: `${issuer}/jwks`,
    deploymentIds: ['1', ' 1 ', '2'],
  }
}

test('a platform is added by its name alone, and ready once all of it is said', async () => {
  const { result: added } = await admin.call(saveLtiPlatform, { params, body: { ...nothing, name: ' Moodle ' } })
  expect(added).toMatchObject({ name: 'Moodle', ready: false, lastLaunchAt: null })
  expect(added.loginUrl).toBe(`${site.services.config.publicUrl}/lti/login/${added.id}`)
  const body = { ...said('moodle'), platformId: added.id }
  const { result: saved } = await admin.call(saveLtiPlatform, { params, body })
  expect(saved).toMatchObject({ id: added.id, ready: true, deploymentIds: ['1', '2'] })
  const { result } = await admin.call(listLtiPlatforms, { params })
  expect(result.platforms).toEqual([saved])
})

test('an address that is none and a client that is there already are refused by their field', async () => {
  const bad = await admin.call(saveLtiPlatform, {
    params,
    body: { ...said('canvas'), jwksUrl: 'ftp://canvas.example' },
  })
  expect([bad.status, bad.result.details?.[0]?.field]).toEqual([400, 'jwksUrl'])
  await admin.call(saveLtiPlatform, { params, body: said('sakai') })
  const twice = await admin.call(saveLtiPlatform, { params, body: said('sakai') })
  expect([twice.status, twice.result.details?.[0]?.field]).toEqual([409, 'clientId'])
})

test('a platform that was disconnected is gone, may be added again, and going again changes nothing', async () => {
  const { result } = await admin.call(saveLtiPlatform, { params, body: said('brightspace') })
  const remove = async () => (await admin.call(removeLtiPlatform, { params, body: { platformId: result.id } })).status
  expect([await remove(), await remove()]).toEqual([200, 200])
  const { platforms } = (await admin.call(listLtiPlatforms, { params })).result
  expect(platforms.map(({ id }) => id)).not.toContain(result.id)
  expect((await admin.call(saveLtiPlatform, { params, body: said('brightspace') })).status).toBe(200)
})

test('only the admins of the organisation see and change its platforms', async () => {
  const { result } = await admin.call(saveLtiPlatform, { params, body: said('ilias') })
  const educator = await site.user({ member: 'educator' })
  const stranger = await site.user()
  const body = { ...said('ilias'), name: 'mine', platformId: result.id }
  for (const [person, status] of [
    [educator, 403],
    [stranger, 404],
  ] as const) {
    expect((await person.call(listLtiPlatforms, { params })).status).toBe(status)
    expect((await person.call(saveLtiPlatform, { params, body })).status).toBe(status)
    expect((await person.call(removeLtiPlatform, { params, body: { platformId: result.id } })).status).toBe(status)
  }
  const other = await buildOrganisation(site.db, 'og_other')
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: other, user_id: stranger.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  expect((await stranger.call(saveLtiPlatform, { params: { id: other }, body })).status).toBe(404)
  expect(
    (await stranger.call(removeLtiPlatform, { params: { id: other }, body: { platformId: result.id } })).status,
  ).toBe(404)
})
