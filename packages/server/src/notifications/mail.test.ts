import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setBlock } from '@lantern/contract/notifications/blocks.ts'
import {
  readUnsubscribeLink,
  savePreferences,
  setMute,
  unsubscribe,
} from '@lantern/contract/notifications/preferences.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite, type UserOptions } from '#testing/site.ts'
import { profileReviewed } from './kinds/profile-reviewed.ts'
import { notify } from './notify.ts'

interface Mail {
  head: string
  body: string
}

const mails = new Map<string, Mail[]>()
let isFull = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(isFull ? new Error('The mailbox is full') : null),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
      const to = session.envelope.rcptTo[0]?.address ?? ''
      mails.set(to, [
        ...(mails.get(to) ?? []),
        { head: head.replace(/\r\n[ \t]+/g, ' '), body: decoded(rest.join('\r\n\r\n')) },
      ])
      done()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
const { port } = server.server.address() as AddressInfo
afterAll(() => new Promise<void>((done) => server.close(() => done())))

const site = await testSite({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: '引擎课堂 <no-reply@lantern.example>',
  PUBLIC_URL: 'https://lantern.example',
})

/** The parts of a mail come as quoted-printable or base64. */
function decoded(body: string): string {
  const plain = body.replace(/(?:^[A-Za-z0-9+/]{4,76}={0,2}\r\n)+/gm, (block) =>
    Buffer.from(block, 'base64').toString('utf8'),
  )
  const bytes = plain
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'))
  return bytes.replaceAll('\r\n', '\n')
}

let people = 0

/** A person with a confirmed mail address. */
async function reader(options: UserOptions = {}): Promise<Person & { email: string }> {
  const person = await site.learner(options)
  const email = `reader${++people}@lantern.example`
  await site.db
    .updateTable('users')
    .set({ email, email_confirmed_at: site.clock.now() })
    .where('id', '=', person.id)
    .execute()
  return { ...person, email }
}

function tell(
  person: Person,
  key: string,
  { itemId, group, causedBy }: { itemId?: string; group?: string; causedBy?: string } = {},
) {
  return inTransaction(site.db, (trx) =>
    notify(site.services, trx, profileReviewed, {
      people: [person.id],
      key,
      payload: { decision: 'approve' },
      ...(itemId && { itemId }),
      ...(group && { group }),
      ...(causedBy && { causedBy }),
    }),
  )
}

const mailsTo = ({ email }: { email: string }) => mails.get(email) ?? []

async function everyMinute() {
  await site.services.jobs.send(site.db, 'notifications.due', {})
  await site.settle()
}

async function choose(person: Person, setting: 'off' | 'now' | 'daily' | 'weekly') {
  const settings = [{ kind: profileReviewed.name, channel: 'mail', setting } as const]
  expect((await person.call(savePreferences, { body: { settings } })).status).toBe(200)
}

/** The address for the one press in a mail. */
function stopOf({ head }: Mail): URL {
  return new URL(/^List-Unsubscribe: <(.*)>$/im.exec(head)?.[1] ?? '')
}

test('a mail comes as text and as a page, in the language of the person, with a way to stop it (RFC 8058)', async () => {
  const ada = await reader({ locale: 'en_US' })
  await tell(ada, 'one')
  await site.settle()
  const [mail] = mailsTo(ada)
  expect(mail?.head).toMatch(/^Subject: Your profile was approved$/m)
  expect(mail?.head).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(mail?.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(mail?.head).toMatch(/^Message-ID: <nt_\w+\.one@lantern\.example>$/m)
  expect(mail?.body).toContain('https://lantern.example/settings#tab_profile')
  expect(mail?.body).toContain('<html lang="en-US">')
  expect(mail?.body).toContain('Stop mails like this one')
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)
})

test('the link of a mail changes nothing when it is read, and stops that kind of mail when it is pressed', async () => {
  const ada = await reader()
  await tell(ada, 'one')
  await site.settle()
  const [mail] = mailsTo(ada)
  const stop = stopOf(mail ?? { head: '', body: '' })
  expect(stop.pathname).toBe('/notifications/unsubscribe')
  const token = stop.searchParams.get('token') ?? ''
  const guest = site.guest()
  expect((await guest.call(readUnsubscribeLink, { query: { token } })).result).toEqual({ label: '资料审核结果' })
  await tell(ada, 'two')
  await site.settle()
  expect(mailsTo(ada)).toHaveLength(2)

  expect((await guest.call(unsubscribe, { body: { token } })).status).toBe(200)
  expect((await guest.call(unsubscribe, { body: { token } })).status).toBe(200)
  await tell(ada, 'three')
  await site.settle()
  expect(mailsTo(ada)).toHaveLength(2)
  const other = `${Buffer.from('u_x profile_reviewed').toString('base64url')}.${token.split('.')[1]}`
  for (const wrong of [other, token.slice(0, -3), 'x', '.'])
    expect((await guest.call(unsubscribe, { body: { token: wrong } })).status).toBe(404)
})

test('a digest gathers what was not read, at eight in the morning of the person', async () => {
  site.clock.set('2026-03-04T02:00:00Z')
  const [ada, eve] = [await reader({ locale: 'en_US' }), await reader()]
  await choose(ada, 'daily')
  await choose(eve, 'weekly')
  for (const key of ['one', 'two']) for (const person of [ada, eve]) await tell(person, key)
  site.clock.set('2026-03-04T23:59:00Z')
  await everyMinute()
  expect(mailsTo(ada)).toEqual([])
  site.clock.set('2026-03-05T00:00:00Z')
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)
  expect(mailsTo(ada)[0]?.body.match(/Your profile was approved/g)?.length).toBe(4)
  expect(mailsTo(eve)).toEqual([])
  // Monday
  site.clock.set('2026-03-09T00:00:00Z')
  await everyMinute()
  expect([mailsTo(ada).length, mailsTo(eve).length]).toEqual([1, 1])
})

test('quiet hours hold mail back until they are over', async () => {
  site.clock.set('2026-03-10T15:00:00Z')
  const ada = await reader()
  const hours = { timeZone: 'Asia/Shanghai', quietFrom: '22:30', quietUntil: '07:30' }
  await ada.call(savePreferences, { body: { hours } })
  await tell(ada, 'one')
  await everyMinute()
  expect(mailsTo(ada)).toEqual([])
  site.clock.set('2026-03-10T23:30:00Z')
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)
})

test('what was turned off or taken out of sight while it waited is not sent', async () => {
  site.clock.set('2026-03-11T02:00:00Z')
  const school = await buildOrganisation(site.db)
  const lesson = await buildTutorial(site.db, { organisation: school })
  const [ada, eve] = [await reader({ member: 'learner' }), await reader()]
  await choose(ada, 'daily')
  await choose(eve, 'daily')
  await tell(ada, 'one', { itemId: lesson.id })
  await tell(eve, 'one')
  await site.db.updateTable('memberships').set({ ended_at: site.clock.now() }).where('user_id', '=', ada.id).execute()
  await choose(eve, 'off')
  site.clock.advance({ days: 1 })
  await everyMinute()
  expect([mailsTo(ada), mailsTo(eve)]).toEqual([[], []])
  const left = await site.db.selectFrom('notification_deliveries').selectAll().execute()
  expect(left).toEqual([])
})

test('of a group that was muted while its mail waited, or before, no mail is sent', async () => {
  site.clock.set('2026-03-16T02:00:00Z')
  const ada = await reader()
  await choose(ada, 'daily')
  await tell(ada, 'one', { group: 'reviews' })
  const mute = (muted: boolean) => ada.call(setMute, { body: { of: 'group', id: 'reviews', muted } })
  expect((await mute(true)).status).toBe(200)
  await tell(ada, 'two', { group: 'reviews' })
  site.clock.advance({ days: 1 })
  await everyMinute()
  expect(mailsTo(ada)).toEqual([])
  await mute(false)
  await tell(ada, 'three', { group: 'reviews' })
  site.clock.advance({ days: 1 })
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)
})

test('of a person who was blocked while the mail waited no mail is sent', async () => {
  site.clock.set('2026-03-20T02:00:00Z')
  const [ada, bob] = [await reader(), await reader()]
  await choose(ada, 'daily')
  await tell(ada, 'one', { causedBy: bob.id })
  await ada.call(setBlock, { body: { id: bob.id, on: true } })
  await tell(ada, 'two')
  site.clock.advance({ days: 1 })
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)
  expect(mailsTo(ada)[0]?.body.match(/settings#tab_profile/g)?.length).toBe(2)
})

test('a mail that is not taken is tried again later, and given up after eight times', async () => {
  const ada = await reader()
  isFull = true
  await tell(ada, 'one')
  await site.settle()
  isFull = false
  site.clock.advance({ minutes: 4 })
  await everyMinute()
  expect(mailsTo(ada)).toEqual([])
  site.clock.advance({ minutes: 1 })
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)

  isFull = true
  await tell(ada, 'two')
  for (let n = 0; n < 9; n++) {
    await everyMinute()
    site.clock.advance({ days: 1 })
  }
  isFull = false
  await everyMinute()
  expect(mailsTo(ada)).toHaveLength(1)
})
