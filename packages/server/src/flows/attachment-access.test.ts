import { autosaveDraft } from '@lantern/contract/authoring/drafts.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { publishPage, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { newId } from '@lantern/contract/ids.ts'
import { deleteAttachment, getAttachment } from '@lantern/contract/media/attachments.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildGrant, buildTutorial, type ItemOptions, recordOf } from '#testing/builders.ts'
import { bundleWish, saveBundleOf } from '#testing/bundles.ts'
import { draftedTutorial, publishedTutorial, soundSection } from '#testing/draft-builder.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'
import { buildVideo } from '#testing/video-files.ts'

const site = await testSite()
const ada = await site.user({ groups: ['learn_creator_zh'] })
const adas = await uploaderOf(site, ada)
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const people = {
  guest: site.guest(),
  learner: await site.learner(),
  member: await site.learner({ premium: true }),
  buyer: await site.learner(),
  otherCreator: await site.user({ groups: ['learn_creator'] }),
  editor: await site.user({ groups: ['learn_editor_zh'] }),
  owner: ada,
}
const content = Buffer.from(`一份只给该看的人看的讲义${'。'.repeat(2000)}`)

async function upload(name = '讲义.txt'): Promise<{ id: string; url: string }> {
  const { id, status } = await adas.upload('material', name, content)
  expect(status).toBe(204)
  return { id, url: `/media/attachments/${id}/${encodeURIComponent(name)}` }
}

function get(person: Person, url: string, headers: Record<string, string> = {}) {
  return person.inject({ method: 'GET', url, headers })
}

async function answers(url: string): Promise<Record<string, number | string>> {
  const found: Record<string, number | string> = {}
  for (const [name, person] of Object.entries(people)) {
    const answer = await get(person, url)
    expect(answer.statusCode === 200).toBe(answer.rawPayload.includes('讲义'))
    found[name] = answer.statusCode === 200 ? 200 : answer.json<{ code: string }>().code
  }
  return found
}

async function listed(id: string, options: ItemOptions = {}) {
  const item = await buildTutorial(site.db, {
    ...options,
    authorId: ada.id,
    materials: [{ type: 'file', name: '讲义', attachmentId: id }],
  })
  await buildGrant(site.db, { userId: people.buyer.id, itemId: item.id })
  return item
}

const nobodyElse = { guest: 'not_found', learner: 'not_found', member: 'not_found', buyer: 'not_found' }

test('a file that no item lists is its owner’s alone', async () => {
  const { url } = await upload()
  expect(await answers(url)).toEqual({ ...nobodyElse, otherCreator: 'not_found', editor: 'not_found', owner: 200 })
})

test('a file of a free item is everybody’s', async () => {
  const { id, url } = await upload()
  await listed(id)
  expect(new Set(Object.values(await answers(url)))).toEqual(new Set([200]))
})

test('a file of a paid item is for buyers and makers; others hear what is missing', async () => {
  const { id, url } = await upload()
  await listed(id, { priceFen: 6800 })
  expect(await answers(url)).toEqual({
    guest: 'login_required',
    learner: 'purchase_required',
    member: 'purchase_required',
    otherCreator: 'purchase_required',
    buyer: 200,
    editor: 200,
    owner: 200,
  })
})

test('a file of a premium item is for members too', async () => {
  const { id, url } = await upload()
  await listed(id, { premium: true })
  expect(await answers(url)).toMatchObject({ guest: 'login_required', learner: 'premium_required', member: 200 })
})

test('a file of an item that is not published is for its makers', async () => {
  const { id, url } = await upload()
  const item = await listed(id)
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', item.id).execute()
  expect(await answers(url)).toMatchObject({ ...nobodyElse, otherCreator: 'not_found', editor: 200, owner: 200 })
})

test('somebody else’s file cannot be published as one’s own; what an editor has published with it stays', async () => {
  const { id, url } = await upload()
  const { otherCreator: thief, editor } = people
  const lesson = await draftedTutorial(site.db, thief)
  const materials = [{ type: 'file' as const, name: '讲义', attachmentId: id }]
  const body = {
    type: 'doc' as const,
    content: [{ type: 'video', attrs: { videoId: await buildVideo(site, ada.id) } }],
  }
  const section = soundSection('看', { body })
  const stolen = {
    ...lesson.forms,
    steps: { ...lesson.forms.steps, sections: [section] },
    details: { ...lesson.forms.details, materials },
  }
  const { status, result } = await publishedTutorial(thief, lesson.id, stolen)
  expect([status, result.details?.map(({ field }) => field).sort()]).toEqual([
    400,
    ['details.materials', `steps.sections.${section.id}.body`],
  ])
  // kept in the draft, as saving loses nothing
  await thief.call(autosaveDraft, {
    params: { id: lesson.id },
    body: { part: 'details', baseVersion: 1, data: stolen.details },
  })
  expect((await get(thief, url)).statusCode).toBe(404)

  expect((await publishedTutorial(editor, lesson.id, stolen)).status).toBe(200)
  expect((await get(thief, url)).statusCode).toBe(200)
  const renamed = { ...stolen, general: { ...stolen.general, title: '光与影，第二版' } }
  expect((await publishedTutorial(thief, lesson.id, renamed)).status).toBe(200)
})

test('a file of a solution is for those to whom the solution is shown', async () => {
  const { id, url } = await upload()
  const item = await buildTutorial(site.db, { authorId: ada.id })
  const plan = { requiredComplete: true, body: '', materials: [{ type: 'file', name: 'a', attachmentId: id }] }
  await site.db
    .updateTable('tutorial_details')
    .set({ is_exercise: true, solution_plan: JSON.stringify(plan) })
    .where('item_id', '=', item.id)
    .execute()
  expect(await answers(url)).toMatchObject({ guest: 'login_required', learner: 'forbidden', editor: 200 })
  await site.db
    .insertInto('records')
    .values({
      user_id: people.learner.id,
      ...recordOf(item.id),
      type: 'tutorial',
      with_all: true,
      completed: true,
      completed_time: site.clock.now(),
      started_at: site.clock.now(),
      updated_time: site.clock.now(),
      last_viewed_time: site.clock.now(),
      last_act: 'started',
    })
    .execute()
  expect(await answers(url)).toMatchObject({ learner: 200, buyer: 'forbidden' })
})

test('the page of an item says where a file is and how large, to those who may read it', async () => {
  const { id, url } = await upload('资料 (1).txt')
  const item = await listed(id, { priceFen: 100 })
  const material = async (person: Person) => {
    const { result } = await person.call(getTutorial, { params: { id: item.id }, query: {} })
    return result.tutorialData.materials[0]
  }
  expect(await material(people.buyer)).toEqual({
    type: 'file',
    name: '讲义',
    attachmentId: id,
    url,
    byteSize: content.length,
  })
  const hidden = await material(people.learner)
  expect(JSON.stringify(hidden)).not.toContain(id)
})

test('a file is saved and never shown as a page of the site', async () => {
  const { url } = await upload('讲义 "第1课".txt')
  const { headers } = await get(ada, url)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''%E8%AE%B2/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(content.length),
    'accept-ranges': 'bytes',
  })
  expect(headers['content-security-policy']).toContain('sandbox')
})

test.each([
  ['bytes=0-9', 206, 0, 10],
  ['bytes=100-', 206, 100, content.length],
  ['bytes=-5', 206, content.length - 5, content.length],
  [`bytes=10-${content.length + 50}`, 206, 10, content.length],
  ['bytes=0-1,5-6', 200, 0, content.length],
  ['lines=1-2', 200, 0, content.length],
])('%s of a file is answered with %i', async (range, status, start, end) => {
  const { url } = await upload()
  const answer = await get(ada, url, { range })
  expect(answer.statusCode).toBe(status)
  expect(answer.rawPayload).toEqual(content.subarray(start, end))
  if (status === 206) expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${content.length}`)
})

test('a range behind the end cannot be had; a file one has already is not sent again', async () => {
  const { url } = await upload()
  expect((await get(ada, url, { range: `bytes=${content.length}-` })).statusCode).toBe(416)
  const etag = String((await get(ada, url)).headers.etag)
  expect((await get(ada, url, { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get(ada, url, { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200)
})

test('what an item uses is not deleted: its owner hears where it is', async () => {
  const { id, url } = await upload()
  const item = await listed(id)
  const { result } = await ada.call(deleteAttachment, { params: { id } })
  expect(result).toEqual({ deleted: false, usedBy: [{ id: item.id, type: 'tutorial', title: item.title }] })
  expect((await get(ada, url)).statusCode).toBe(200)
  await site.db.updateTable('item_details').set({ materials: '[]' }).where('item_id', '=', item.id).execute()
  expect((await ada.call(deleteAttachment, { params: { id } })).result.deleted).toBe(true)
  await site.settle()
  expect((await get(ada, url)).statusCode).toBe(404)
  expect(await site.services.storage.exists(`attachments/${id}/original`)).toBe(false)
  expect((await people.otherCreator.call(deleteAttachment, { params: { id } })).status).toBe(404)
})

test('a picture goes with the last upload of it, and stays while anything shows it', async () => {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#468' } })
    .png()
    .toBuffer()
  const [first, second] = [await adas.upload('image', 'a.png', bytes), await adas.upload('image', 'b.png', bytes)]
  const url = (await ada.call(getAttachment, { params: { id: first.id } })).result.attachment.url ?? ''
  const remove = async (id: string) => {
    const { result } = await ada.call(deleteAttachment, { params: { id } })
    await site.settle()
    return [result.deleted, (await get(ada, url)).statusCode]
  }
  expect(await remove(first.id)).toEqual([true, 200])
  const item = await buildTutorial(site.db, { authorId: ada.id, steps: [{ html: `<img src="${url}" alt="">` }] })
  expect(await remove(second.id)).toEqual([false, 200])
  await site.db.deleteFrom('items').where('id', '=', item.id).execute()
  expect(await remove(second.id)).toEqual([true, 404])
})

test('a picture stays while it is the face of an account, or waits to be looked at as one', async () => {
  const bytes = await sharp({ create: { width: 32, height: 20, channels: 3, background: '#846' } })
    .png()
    .toBuffer()
  const bob = await site.learner()
  const uploaded = async () => {
    const { id } = await adas.upload('image', 'face.png', bytes)
    const url = (await ada.call(getAttachment, { params: { id } })).result.attachment.url ?? ''
    const remove = async () => {
      await ada.call(deleteAttachment, { params: { id } })
      await site.settle()
      return (await get(ada, url)).statusCode
    }
    return { url, remove }
  }
  const face = await uploaded()
  await site.db.updateTable('users').set({ avatar: face.url }).where('id', '=', bob.id).execute()
  expect(await face.remove()).toBe(200)
  // the same bytes are the same picture as long as it is kept
  const again = await uploaded()
  expect(again.url).toBe(face.url)
  await site.db.updateTable('users').set({ avatar: null }).where('id', '=', bob.id).execute()
  const review = { user_id: bob.id, avatar: again.url, submitted_at: site.clock.now() }
  await site.db.insertInto('profile_reviews').values(review).execute()
  expect(await again.remove()).toBe(200)
  const last = await uploaded()
  await site.db.deleteFrom('profile_reviews').where('user_id', '=', bob.id).execute()
  expect(await last.remove()).toBe(404)
})

test('a picture stays while it is the cover of a bundle or stands in its description', async () => {
  const bytes = await sharp({ create: { width: 34, height: 20, channels: 3, background: '#684' } })
    .png()
    .toBuffer()
  const { id } = await adas.upload('image', 'cover.png', bytes)
  const { imageId } = (await ada.call(getAttachment, { params: { id } })).result.attachment
  const { wish } = await bundleWish(site, ada)
  const bundleId = newId('bundle')
  const picture = { type: 'image', attrs: { imageId } }
  const used = { deleted: false, usedBy: [{ id: bundleId, type: 'bundle', title: wish.title }] }
  const remove = async () => (await ada.call(deleteAttachment, { params: { id } })).result
  const covered = await saveBundleOf(ada, bundleId, null, { ...wish, coverImageId: imageId })
  expect(await remove()).toEqual(used)
  const described = { ...wish, description: { type: 'doc' as const, content: [picture] } }
  const shown = await saveBundleOf(ada, bundleId, covered.result.updatedTime, described)
  expect(await remove()).toEqual(used)
  await saveBundleOf(ada, bundleId, shown.result.updatedTime, wish)
  expect((await remove()).deleted).toBe(true)
})

test('what a page of editors shows is not deleted: as a draft, published, or in a revision that can come back', async () => {
  const editor = await site.user({ groups: ['learn_editor'] })
  const { id, url } = await upload('手册.txt')
  const remove = async () => (await ada.call(deleteAttachment, { params: { id } })).result
  const withFile = pageContent('手册', [block('b', 'callout', { title: '下载', buttons: [{ text: '手册', url }] })])
  const pageId = await buildPage(editor, { slug: 'guide', texts: { zh_CN: withFile }, publish: false })
  const used = { deleted: false, usedBy: [{ id: pageId, type: 'page', title: 'guide' }] }
  expect(await remove()).toEqual(used)
  const params = { id: pageId, locale: 'zh_CN' } as const
  expect((await editor.call(publishPage, { params, body: { version: 2 } })).status).toBe(200)
  expect(await remove()).toEqual(used)
  const without = pageContent('手册', [block('b', 'heading', { value: '手册' })])
  const saved = await editor.call(savePageDraft, { params, body: { baseVersion: 2, content: without, kind: 'save' } })
  // visitors still see it
  expect(await remove()).toEqual(used)
  expect((await editor.call(publishPage, { params, body: { version: saved.result.version } })).status).toBe(200)
  expect(await remove()).toEqual(used)
  await site.db.deleteFrom('cms_revisions').where('page_id', '=', pageId).where('version', '<', 3).execute()
  expect((await remove()).deleted).toBe(true)
})
