import * as certificates from '@lantern/contract/certificates/certificates.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { completePath } from '#testing/complete-path.ts'
import { signsOfPdf } from '#testing/pdf-signs.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const admin = await site.user({ groups: ['learn_admin'] })
const guest = await site.guest()

/** The numbers of all that they have then. */
async function completed(person: Person, change: { organisationId?: string; givesCertificate?: boolean } = {}) {
  await completePath(site, person, change)
  const { results } = (await person.call(certificates.listOwnCertificates)).result
  return results.map(({ number }) => number)
}

const read = async (person: Person, number: string) =>
  (await person.call(certificates.getCertificate, { params: { number } })).result
const revoke = (person: Person, number: string, reason = '作品与他人重复') =>
  person.call(certificates.revokeCertificate, { params: { number }, body: { reason } })

test('who completes a path gets one certificate, however often it is told', async () => {
  const ada = await site.user({ name: 'Zoë Ångström 𠮷' })
  const numbers = await completed(ada)
  expect(numbers).toEqual([expect.stringMatching(/^LT-\d{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)])
  const [number = ''] = numbers
  const typed = number.toLowerCase().replaceAll('0', 'o')
  expect(await read(guest, typed)).toMatchObject({ number, holderName: 'Zoë Ångström 𠮷', items: 26, isOwn: false })
  const { results } = (await ada.call(listNotifications, { query: { kind: 'certificate' } })).result
  expect(results.map(({ path }) => path)).toEqual([`/certificate/${number}`])
  const without = await site.user()
  expect(await completed(without, { givesCertificate: false })).toEqual([])
  expect((await guest.call(certificates.getCertificate, { params: { number: 'LT-2026-0000-0000' } })).status).toBe(404)
})

test('its file carries the letters of a name with accents and of a Chinese one', async () => {
  const ada = await site.user({ name: 'Zoë Ðặng 林知远' })
  const [number] = await completed(ada)
  const url = `/api/learn/cn/certificate/${number}/file.pdf`
  const answer = await guest.inject({ method: 'GET', url, headers: { 'accept-language': 'zh' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(signsOfPdf(answer.rawPayload)).toEqual(expect.arrayContaining([...'ZoëÐặng林知远结业证书']))
})

test('the holder hides their name, and the number is still checked; a new name is taken over', async () => {
  const ben = await site.user({ name: 'Ben' })
  const [number = ''] = await completed(ben)
  const show = (person: Person, isPublic: boolean) =>
    person.call(certificates.showCertificate, { params: { number }, body: { isPublic } })
  expect((await show(admin, false)).status).toBe(404)
  expect((await show(ben, false)).status).toBe(200)
  expect([(await read(guest, number)).holderName, (await read(ben, number)).holderName]).toEqual([null, 'Ben'])
  const url = `/api/learn/cn/certificate/${number}/file.pdf`
  expect((await guest.inject({ method: 'GET', url })).statusCode).toBe(404)
  await show(ben, true)
  await site.db.updateTable('users').set({ name: 'Benjamin' }).where('id', '=', ben.id).execute()
  expect((await read(guest, number)).holderName).toBe('Ben')
  expect((await ben.call(certificates.renewCertificate, { params: { number } })).status).toBe(200)
  expect((await read(guest, number)).holderName).toBe('Benjamin')
})

test('it is revoked once, with a reason that its holder is told and everybody reads', async () => {
  const cas = await site.user()
  const [number = ''] = await completed(cas)
  expect((await revoke(cas, number)).status).toBe(403)
  site.clock.advance({ minutes: 1 })
  expect((await revoke(admin, number)).status).toBe(200)
  expect((await revoke(admin, number)).status).toBe(409)
  expect(await read(guest, number)).toMatchObject({ revokedReason: '作品与他人重复', revokedAt: expect.any(String) })
  await site.settle()
  const { results } = (await cas.call(listNotifications, { query: { kind: 'certificate' } })).result
  expect(results.map(({ body }) => body)).toEqual(['作品与他人重复', number])
  expect((await cas.call(certificates.renewCertificate, { params: { number } })).status).toBe(409)
})

test('what an organisation issued its admins revoke, and nobody else', async () => {
  const organisation = await buildOrganisation(site.db)
  const built = await buildClass(site, { id: 'kl_certificates', organisation })
  const [number = ''] = await completed(built.learners[0], { organisationId: organisation })
  expect([
    (await revoke(built.teacher, number)).status,
    (await revoke(admin, number)).status,
    (await revoke(built.admin, number)).status,
  ]).toEqual([403, 403, 200])
})
