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

const appeal = (person: Person, number: string, content = '是我自己做的，有提交记录') =>
  person.call(certificates.appealRevocation, { params: { number }, body: { content } })
const answer = (person: Person, number: string, granted: boolean) =>
  person.call(certificates.answerAppeal, { params: { number }, body: { granted, answer: '看过记录了' } })
const told = async (person: Person, kind: string) => {
  await site.settle()
  const { results } = (await person.call(listNotifications, { query: { kind } })).result
  return results.map(({ body, title }) => `${title} ${body}`)
}

test('one appeal against a revocation, which somebody else than who revoked it answers: granted, it is valid again', async () => {
  const [dan, second] = [await site.user(), await site.user({ groups: ['learn_admin'] })]
  const [number = ''] = await completed(dan)
  expect((await appeal(dan, number)).status).toBe(409)
  await revoke(admin, number)
  const entryOf = async () =>
    (await site.db.selectFrom('certificates').select('badge_entry').where('number', '=', number).executeTakeFirst())
      ?.badge_entry
  const entry = await entryOf()
  const stranger = await site.user()
  expect((await answer(second, number, true)).status).toBe(404)
  expect([(await appeal(stranger, number)).status, (await appeal(dan, number, ' ')).status]).toEqual([404, 400])
  expect(await read(dan, number)).toMatchObject({ mayAppeal: true, appeal: null })
  for (const _ of [1, 2]) expect((await appeal(dan, number)).status).toBe(200)
  expect((await appeal(dan, number, '另一个理由')).status).toBe(409)
  expect(await told(second, 'certificate_appeal')).toHaveLength(1)
  expect(await told(admin, 'certificate_appeal')).toEqual([])
  const waiting = { content: '是我自己做的，有提交记录', granted: null }
  expect(await read(second, number)).toMatchObject({ mayAnswer: true, appeal: waiting })
  expect(await read(admin, number)).toMatchObject({ mayAnswer: false, appeal: waiting })
  expect(await read(guest, number)).toMatchObject({ mayAnswer: false, appeal: null })
  expect([(await answer(admin, number, true)).status, (await answer(dan, number, true)).status]).toEqual([403, 403])
  site.clock.advance({ minutes: 1 })
  expect((await answer(second, number, true)).status).toBe(200)
  expect((await answer(second, number, true)).status).toBe(404)
  expect(await read(guest, number)).toMatchObject({ revokedAt: null, revokedReason: null })
  expect((await told(dan, 'certificate'))[0]).toContain('看过记录了')
  expect(await entryOf()).not.toBe(entry)
})

test('an appeal that is rejected is told and stands; another revocation has one of its own', async () => {
  const [eve, second] = [await site.user(), await site.user({ groups: ['admin'] })]
  const [number = ''] = await completed(eve)
  await revoke(admin, number)
  await appeal(eve, number)
  const answers = await Promise.all([1, 2].map(() => answer(second, number, false)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await read(eve, number)).toMatchObject({ mayAppeal: false, appeal: { granted: false, answer: '看过记录了' } })
  expect((await appeal(eve, number, '再说一次')).status).toBe(409)
  expect((await told(eve, 'certificate')).filter((text) => text.includes('看过记录了'))).toHaveLength(1)
})

test('of an organisation its other admins answer, and admins of the site where there is none', async () => {
  const organisation = await buildOrganisation(site.db, 'og_appeals')
  const built = await buildClass(site, { id: 'kl_appeals', organisation })
  const [number = ''] = await completed(built.learners[0], { organisationId: organisation })
  await revoke(built.admin, number)
  await appeal(built.learners[0], number)
  expect(await told(built.admin, 'certificate_appeal')).toEqual([])
  expect(await told(admin, 'certificate_appeal')).toHaveLength(1)
  expect([
    (await answer(built.admin, number, true)).status,
    (await answer(built.teacher, number, true)).status,
    (await answer(admin, number, true)).status,
  ]).toEqual([403, 403, 200])
})
