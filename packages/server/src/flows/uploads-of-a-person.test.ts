import { deleteAccount } from '@lantern/contract/identity/account-safety.ts'
import { listAttachments } from '@lantern/contract/media/attachments.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { uploaderPersonalData } from '#media/index.ts'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { codeTo, newPhone } from '#testing/sms.ts'
import { uploaderOf } from '#testing/uploads.ts'
import { mergeAccounts } from './merge-accounts.ts'

const site = await testSite()
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const text = Buffer.from('一份讲义')

test('two accounts that become one have one library', async () => {
  const [old, kept] = [await site.user({ groups: ['learn_creator'] }), await site.user({ groups: ['learn_creator'] })]
  const { id } = await (await uploaderOf(site, old)).upload('material', 'a.txt', text)
  await inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: old.id, into: kept.id }, site.clock.now()),
  )
  const { result } = await kept.call(listAttachments, { query: {} })
  expect(result.results.map((one) => one.id)).toEqual([id])
})

test('whoever leaves takes their uploads along, finished or not, but for what lessons show', async () => {
  const phone = newPhone()
  const ada = await site.user({ groups: ['learn_creator'], phone })
  const adas = await uploaderOf(site, ada)
  const used = await adas.upload('material', 'used.txt', text)
  site.clock.advance({ seconds: 1 })
  const unused = await adas.upload('material', 'unused.txt', text)
  site.clock.advance({ seconds: 1 })
  const unfinished = await adas.announce({ kind: 'material', name: 'c.txt', byteSize: 100 })
  await adas.send(unfinished.address, 0, Buffer.from('half'))
  const other = await site.user()
  await buildTutorial(site.db, {
    authorId: other.id,
    materials: [{ type: 'file', name: '讲义', attachmentId: used.id }],
  })
  expect((await uploaderPersonalData.read(site.db, ada.id)).uploads).toMatchObject([
    { name: 'used.txt', kind: 'material', byte_size: text.length },
    { name: 'unused.txt' },
    { name: 'c.txt', state: 'uploading' },
  ])
  const code = await codeTo(site, ada, phone)
  expect((await ada.call(deleteAccount, { body: { confirmation: '注销账号', code } })).status).toBe(200)
  await site.settle()
  const left = await site.db.selectFrom('attachments').select('id').where('owner_id', '=', ada.id).execute()
  expect(left).toEqual([{ id: used.id }])
  const { storage } = site.services
  expect(await storage.exists(`attachments/${used.id}/original`)).toBe(true)
  expect(await storage.exists(`attachments/${unused.id}/original`)).toBe(false)
})
