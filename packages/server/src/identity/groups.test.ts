import { getSession } from '@lantern/contract/identity/session.ts'
import { groups } from '@lantern/contract/roles.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { demoAccounts, ensureDemoAccounts } from './demo-accounts.ts'
import { grantGroup, revokeGroup } from './groups.ts'

const site = await testSite()

async function auditOf(userId: string) {
  const rows = await site.db
    .selectFrom('audit_log')
    .select(['actor', 'act', 'detail'])
    .where('subject', '=', userId)
    .orderBy('id')
    .execute()
  return rows
}

test('a granted group holds from the next request on and is written down once', async () => {
  const ada = await site.learner({ phone: '13911112222' })
  expect(await grantGroup(site.services, '139 1111 2222', 'learn_editor_ko')).toEqual({
    userId: ada.id,
    group: 'learn_editor_ko',
    changed: true,
  })
  expect((await grantGroup(site.services, '13911112222', 'learn_editor_ko')).changed).toBe(false)
  expect((await ada.call(getSession)).result.groups).toEqual(['learn_editor_ko'])
  expect(await auditOf(ada.id)).toEqual([{ actor: 'cli', act: 'group_granted', detail: { group: 'learn_editor_ko' } }])
})

test('two grants at once leave the group once', async () => {
  const ada = await site.learner({ phone: '13911113333' })
  await Promise.all(Array.from({ length: 6 }, () => grantGroup(site.services, '13911113333', 'admin')))
  expect((await ada.call(getSession)).result.groups).toEqual(['admin'])
  expect(await auditOf(ada.id)).toHaveLength(1)
})

test('a revoked group is gone at once', async () => {
  const ada = await site.learner({ phone: '13911114444', groups: ['admin', 'learn_admin'] })
  expect((await revokeGroup(site.services, '13911114444', 'admin')).changed).toBe(true)
  expect((await revokeGroup(site.services, '13911114444', 'admin')).changed).toBe(false)
  expect((await ada.call(getSession)).result.groups).toEqual(['learn_admin'])
})

test('a phone that nobody has is said, not ignored', async () => {
  await expect(grantGroup(site.services, '13900009999', 'admin')).rejects.toThrow('13900009999')
})

test('a group that the site does not know opens nothing', async () => {
  const ada = await site.learner()
  await site.db
    .updateTable('users')
    .set({ groups: ['learn_admin_xx', 'learn_editor'] })
    .where('id', '=', ada.id)
    .execute()
  expect((await ada.call(getSession)).result.groups).toEqual(['learn_editor'])
})

test('the demo accounts are made once and keep what happened to them', async () => {
  await ensureDemoAccounts(site.services)
  await grantGroup(site.services, '13800000001', 'learn_creator')
  await ensureDemoAccounts(site.services)
  const rows = await site.db
    .selectFrom('users')
    .select(['phone', 'groups'])
    .where(
      'phone',
      'in',
      demoAccounts.map(({ phone }) => phone),
    )
    .execute()
  expect(rows).toHaveLength(10)
  expect(rows.find(({ phone }) => phone === '13800000001')?.groups).toEqual(['learn_creator'])
})

test('the groups are nine, and an admin and an editor of each of nine languages; each can be given, no other holds [PLAT-015]', async () => {
  const bases =
    'admin super_admin campus_admin campus_creator learn_creator learn_moderator learn_admin learn_creator_zh'
  const languages = ['en', 'zh', 'ja', 'ko', 'ru', 'es', 'fr', 'de', 'pt']
  const all = [
    ...bases.split(' '),
    'learn_editor',
    ...languages.flatMap((language) => [`learn_admin_${language}`, `learn_editor_${language}`]),
  ]
  expect(all.toSorted()).toEqual(groups.toSorted())
  const ada = await site.learner({ phone: '13911116666' })
  for (const group of groups) await grantGroup(site.services, '13911116666', group)
  const held = async () => (await ada.call(getSession)).result.groups.toSorted()
  expect(await held()).toEqual(all.toSorted())
  const others = ['learn_admin_it', 'learn_creator_en', 'campus_editor', 'Admin']
  await site.db
    .updateTable('users')
    .set({ groups: [...all, ...others] })
    .where('id', '=', ada.id)
    .execute()
  expect(await held()).toEqual(all.toSorted())
})
