import * as discussion from '@lantern/contract/community/discussion.ts'
import { deleteAttachment } from '@lantern/contract/media/attachments.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { start } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'

const site = await testSite()
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const lesson = await buildTutorial(site.db, { title: '实时阴影' })

/** A learner who has begun the lesson; `known` to the community by time and messages that stand, or new. */
async function learner({ known }: { known: boolean }): Promise<Person> {
  const person = await site.user()
  await start(person, lesson.id)
  if (!known) return person
  for (const text of ['一', '二', '三']) await post(person, text)
  const created = new Date(site.clock.now().getTime() - 4 * 86_400_000)
  await site.db.updateTable('users').set({ created_at: created }).where('id', '=', person.id).execute()
  return person
}

let red = 0

/** Uploads a picture like no other; answers with its upload and its address. */
async function picture(person: Person): Promise<{ id: string; imageId: string; url: string }> {
  const background = { r: ++red, g: 80, b: 120 }
  const bytes = await sharp({ create: { width: 900, height: 500, channels: 3, background } })
    .png()
    .toBuffer()
  const { id, status } = await (await uploaderOf(site, person)).upload('image', `${red}.png`, bytes)
  expect(status).toBe(204)
  const row = await site.db.selectFrom('attachments').select('image_id').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, imageId: row.image_id ?? '', url: `/media/images/${row.image_id}/orig.png` }
}

function post(person: Person, content: string) {
  site.clock.advance({ seconds: 1 })
  return person.call(discussion.postComment, { body: { channelId: lesson.id, content } })
}
const list = async (person: Person) =>
  (await person.call(discussion.listComments, { query: { channelId: lesson.id } })).result

test('whom the community knows shows pictures of their own, in a message, its preview and after an edit', async () => {
  const [ada, bob] = [await learner({ known: true }), await learner({ known: false })]
  expect([(await list(ada)).mayShowPictures, (await list(bob)).mayShowPictures]).toEqual([true, false])
  const [shot, second] = [await picture(ada), await picture(ada)]
  const content = `对照图：![塔楼脚下](${shot.url})`
  expect((await ada.call(discussion.previewComment, { body: { content } })).result.html).toContain('<img')
  const { result, status } = await post(ada, content)
  expect(status).toBe(200)
  const seen = (await list(bob)).messages.items[0]
  expect(seen?.html).toMatch(
    new RegExp(`<img[^>]* src="/media/images/${shot.imageId}/\\d+\\.webp"[^>]* alt="塔楼脚下"`),
  )
  expect(seen?.html).toMatch(/width="900" height="500"/)
  const alone = await ada.call(discussion.updateComment, {
    body: { id: result.message.id, content: `![](${second.url})` },
  })
  expect(alone.result.message.html).toContain(second.imageId)
  expect(alone.result.message.html).not.toContain(shot.imageId)
})

test('a new member is told by field that pictures come later, and pictures of others and of elsewhere are links', async () => {
  const [ada, bob, maker] = [await learner({ known: true }), await learner({ known: false }), await site.user()]
  const [own, others] = [await picture(bob), await picture(ada)]
  const refused = await post(bob, `![截图](${own.url})`)
  expect([refused.status, refused.result.details]).toEqual([
    400,
    [{ field: 'content', message: '加入满三天、发过三条消息后才能贴图；可以先贴链接。' }],
  ])
  for (const url of [others.url, 'https://evil.example/a.png', `https://evil.example${own.url}`]) {
    const { result, status } = await post(bob, `![截图](${url})`)
    expect([url, status, result.message.html.includes('<img')]).toEqual([url, 200, false])
    expect(result.message.html).toContain(`>截图</a>`)
  }
  await site.db.updateTable('items').set({ owner_id: maker.id }).where('id', '=', lesson.id).execute()
  const shot = await picture(maker)
  expect((await post(maker, `![对照](${shot.url})`)).result.message.html).toContain('<img')
})

test('a picture stays in the store while a message shows it, and can be deleted when none does', async () => {
  const ada = await learner({ known: true })
  const shot = await picture(ada)
  const { message } = (await post(ada, `![塔楼](${shot.url})`)).result
  const remove = async () => (await ada.call(deleteAttachment, { params: { id: shot.id } })).result
  expect(await remove()).toMatchObject({ deleted: false, usedBy: [{ id: lesson.id, type: 'discussion' }] })
  const fetched = async () => (await ada.inject({ method: 'GET', url: shot.url })).statusCode
  expect(await fetched()).toBe(200)
  await ada.call(discussion.deleteComment, { body: { id: message.id } })
  expect((await list(ada)).messages.items.every(({ html }) => !html.includes(shot.imageId))).toBe(true)
  expect(await remove()).toMatchObject({ deleted: true })
  await site.settle()
  expect(await fetched()).toBe(404)
})
