import {
  answerInvitation,
  inviteMember,
  listOrganisations,
  withdrawInvitation,
} from '@lantern/contract/identity/organisations.ts'
import { languageTag, offeredLocales } from '@lantern/contract/locales.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'

const site = await testSite()
const id = await buildOrganisation(site.db)
const head = await site.user({ member: 'admin' })
const params = { id }

async function ask(phone: string, role: 'learner' | 'educator' = 'learner') {
  expect((await head.call(inviteMember, { params, body: { phone, role } })).status).toBe(200)
  await site.settle()
}

async function toldTo(person: Person) {
  await site.settle()
  const { results } = (await person.call(listNotifications, { query: {} })).result
  return results.filter(({ kind }) => kind === 'asked_to_join')
}

test('somebody who belongs to no organisation is told of an invitation, and where to answer it', async () => {
  const phone = newPhone()
  const ada = await site.user({ phone })
  await ask(phone, 'educator')
  const [told, ...more] = await toldTo(ada)
  expect([told, more]).toMatchObject([{ icon: 'people', path: '/campus/organisation', read: false }, []])
  const { invitations } = (await ada.call(listOrganisations)).result
  expect(invitations).toMatchObject([{ id, role: 'educator' }])
  expect(told?.title).toBe(`${invitations[0]?.name}邀请你加入`)
  expect(told?.body).toBe('作为老师')

  // the same invitation in another role is no second one; one that was taken back and made again is
  await ask(phone, 'learner')
  expect(await toldTo(ada)).toHaveLength(1)
  await head.call(withdrawInvitation, { params, body: { phone } })
  site.clock.advance({ minutes: 1 })
  await ask(phone)
  expect(await toldTo(ada)).toHaveLength(2)
  await ada.call(answerInvitation, { params, body: { accept: true } })
  expect(await toldTo(ada)).toHaveLength(2)
})

test('an invitation is told in every language of the site', async () => {
  const phone = newPhone()
  const ada = await site.user({ phone })
  await ask(phone)
  const texts = new Set<string>()
  for (const locale of offeredLocales) {
    const headers = { 'accept-language': languageTag(locale) }
    const { results } = (await ada.inject({ method: 'GET', url: listNotifications.path, headers })).json()
    texts.add(`${results[0]?.title} ${results[0]?.body}`)
  }
  expect(texts.size).toBe(offeredLocales.length)
})

test('who was asked before they had an account is told when they first sign in; others are not told', async () => {
  const [phone, withdrawn] = [newPhone(), newPhone()]
  await ask(phone)
  await ask(withdrawn)
  await head.call(withdrawInvitation, { params, body: { phone: withdrawn } })
  expect(await toldTo(await site.learner({ phone }))).toHaveLength(1)
  expect(await toldTo(await site.learner({ phone: withdrawn }))).toEqual([])
  expect(await toldTo(head)).toEqual([])
})
