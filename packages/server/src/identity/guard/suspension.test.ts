import { accountChanged } from '@lantern/contract/identity/events.ts'
import { deleteSuspendCache } from '@lantern/contract/identity/guard.ts'
import { getCurrentUser, getSession } from '@lantern/contract/identity/session.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { auditTrail } from '../audit-trail.ts'
import { suspendAccount, unsuspendAccount } from './suspension.ts'

const site = await testSite()
const until = new Date('2026-12-31T15:59:59.000Z')

test('a suspended person is shut out on every device at once, and each is told why and until when [IDENT-021] [IDENT-019]', async () => {
  const desktop = await site.learner({ phone: '13911110001' })
  const mobile = await site.signedInAgain(desktop, 'mobile')
  const { id } = await buildTutorial(site.db)
  await suspendAccount(site.services, '139 1111 0001', { reason: ' 多次发布广告 ', until })
  for (const device of [desktop, mobile]) {
    expect((await device.call(collectItem, { body: { id, type: 'tutorial' } })).status).toBe(401)
    const { result } = await device.call(getSession)
    expect([result.user, result.groups]).toEqual([null, []])
    expect(result.accountStatus).toEqual({
      suspend: true,
      suspendReason: '多次发布广告',
      suspendUtil: '2026-12-31T15:59:59.000Z',
    })
  }
  const open = await site.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', desktop.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('an opened account signs in anew; the old devices stay signed out', async () => {
  const ada = await site.learner({ phone: '13911110002' })
  await suspendAccount(site.services, '13911110002', { reason: 'spam', until })
  expect(await unsuspendAccount(site.services, '13911110002')).toEqual({ userId: ada.id, changed: true })
  expect(await unsuspendAccount(site.services, '13911110002')).toEqual({ userId: ada.id, changed: false })
  const { result } = await ada.call(getSession)
  expect([result.user, result.accountStatus.suspend]).toEqual([null, false])
  const again = await site.signedInAgain(ada, 'desktop')
  expect((await again.call(getCurrentUser)).result.user?.id).toBe(ada.id)
})

test('a suspension needs a reason, an end to come, and somebody', async () => {
  await site.learner({ phone: '13911110003' })
  const shut = (phone: string, reason: string, end: Date) =>
    suspendAccount(site.services, phone, { reason, until: end })
  await expect(shut('13911110003', ' ', until)).rejects.toThrow('reason')
  await expect(shut('13911110003', 'spam', site.clock.now())).rejects.toThrow('future')
  await expect(shut('13911110003', 'spam', new Date('never'))).rejects.toThrow('future')
  await expect(shut('13900008888', 'spam', until)).rejects.toThrow('13900008888')
})

test('what was done to an account and by it can be read, newest first', async () => {
  const ada = await site.learner({ phone: '13911110004' })
  await suspendAccount(site.services, '13911110004', { reason: 'spam', until }, 'u_boss')
  await unsuspendAccount(site.services, '13911110004')
  const lines = await auditTrail(site.services, '13911110004')
  expect(lines.map(({ actor, act, subject, detail }) => ({ actor, act, subject, detail }))).toEqual([
    { actor: 'cli', act: 'account_unsuspended', subject: ada.id, detail: {} },
    {
      actor: 'u_boss',
      act: 'account_suspended',
      subject: ada.id,
      detail: { reason: 'spam', until: until.toISOString() },
    },
  ])
})

test('the suspend cache is cleared with the session and the token and not without [IDENT-119]', async () => {
  const ada = await site.learner({ phone: '13911110005' })
  await suspendAccount(site.services, '13911110005', { reason: 'spam', until })
  expect((await ada.inject({ method: 'GET', url: '/api/suspendUserCache/delete' })).statusCode).toBe(403)
  const heard: unknown[] = []
  site.services.events.listen([accountChanged], (payload) => heard.push(payload))
  expect((await ada.call(deleteSuspendCache)).result).toEqual({ success: true })
  await site.services.events.caughtUp()
  expect(heard).toEqual([{ userId: ada.id }])
  expect((await site.guest().call(deleteSuspendCache)).status).toBe(401)
})
