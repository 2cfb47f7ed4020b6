import { listComments } from '@lantern/contract/community/discussion.ts'
import { listSubmissionsForReview } from '@lantern/contract/community/submission-reviews.ts'
import { listSubmissions, listSubmissionsOfPerson, readSubmission } from '@lantern/contract/community/submissions.ts'
import { resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { audienceSite } from '#testing/audiences.ts'
import { buildAssignment, buildUpload, submit } from '#testing/submissions.ts'
import { uploaderOf } from '#testing/uploads.ts'
import { uploadVideo } from '#testing/video-files.ts'

const { site, people, kinds, author } = await audienceSite()
const { classmate, stranger } = people
if (!classmate || !stranger) throw new Error('These people are in every site of audiences')

/** Every way to a submission, for one person: whether it is there. */
async function ways(name: string, { id, itemId, files }: { id: string; itemId: string; files: string[] }) {
  const person = people[name]
  if (!person || !classmate) throw new Error(name)
  const list = await person.call(listSubmissions, { query: { itemId } })
  const ofPerson = await person.call(listSubmissionsOfPerson, { query: { userId: classmate.id, pageSize: 100 } })
  const got = await Promise.all(files.map((url) => person.inject({ method: 'GET', url })))
  return {
    page: (await person.call(readSubmission, { params: { id }, query: {} })).status === 200,
    discussion: (await person.call(listComments, { query: { channelId: id } })).status === 200,
    ofPerson: ofPerson.result.results.includes(id),
    files: got.map(({ statusCode }) => statusCode === 200),
    review: (await person.call(listSubmissionsForReview, { query: { itemId } })).status === 200,
    gallery: list.status === 200 && list.result.results.includes(id),
  }
}

/** Handed in by the classmate while the lesson is for everybody. */
async function submissionOf(kind: string, permission: 'public' | 'private') {
  const options = kinds[kind]?.options ?? {}
  const place = await buildAssignment(site, { ...options, hidden: false, status: 'published', ownerId: author.id })
  if (!classmate) throw new Error('Nobody hands in')
  const attachmentIds = [await buildUpload(site, classmate.id, 'image')]
  const { id } = (await submit(site, classmate, place, { permission, attachmentIds })).result.submission
  const { hidden = false, status = 'published' } = options
  await site.db.updateTable('items').set({ hidden, status }).where('id', '=', place.itemId).execute()
  return { id, itemId: place.itemId, files: attachmentIds.map((at) => `/media/attachments/${at}/a.png`) }
}

for (const kind of Object.keys(kinds)) {
  test(`a submission to an item for ${kind} is seen by those for whom the item is, and a private one by its educators`, async () => {
    const shown = await submissionOf(kind, 'public')
    const kept = await submissionOf(kind, 'private')
    const { seenBy = [] } = kinds[kind] ?? {}
    const isOfSite = kinds[kind]?.options.organisation === undefined
    for (const name of Object.keys(people)) {
      const isOwn = name === 'classmate'
      const isEducator = name === 'author' || (name === 'learning admin' && isOfSite)
      const sees = seenBy.includes(name)
      const all = (there: boolean, gallery: boolean) => ({
        ...{ page: there, discussion: there && sees, ofPerson: there, files: [there], gallery, review: isEducator },
      })
      const isStanding = !['draft', 'hidden', 'draft of the school'].includes(kind)
      expect([name, await ways(name, shown)]).toEqual([name, all(isOwn || isEducator || (sees && isStanding), sees)])
      expect([name, await ways(name, kept)]).toEqual([name, all(isOwn || isEducator, false)])
    }
  })
}

test('a film of a submission is watched by those who may see the submission', async () => {
  const place = await buildAssignment(site)
  const { attachmentId, videoId } = await filmOf(classmate.id)
  const watch = async (name: string) =>
    (await people[name]?.inject({ method: 'GET', url: `/api/learn/media/${videoId}` }))?.statusCode
  await submit(site, classmate, place, { permission: 'private', attachmentIds: [attachmentId] })
  expect([await watch('stranger'), await watch('guest'), await watch('classmate')]).toEqual([404, 404, 200])
  await submit(site, classmate, place, { permission: 'public', attachmentIds: [attachmentId] })
  expect([await watch('stranger'), await watch('guest')]).toEqual([200, 200])
})

async function filmOf(ownerId: string) {
  const videoId = await uploadVideo(site, ownerId, Buffer.from('not a film yet'))
  const upload = site.db.selectFrom('attachments').select('id').where('video_id', '=', videoId)
  return { attachmentId: (await upload.executeTakeFirstOrThrow()).id, videoId }
}

test('a learner uploads pictures, films and builds of up to 200 MB, goes on where the line broke, and nothing else', async () => {
  const uploader = await uploaderOf(site, stranger)
  const announce = (kind: 'image' | 'material' | 'webgl' | 'asset', name: string, byteSize = 10) =>
    uploader.announce({ kind, name, byteSize })
  expect((await announce('material', 'a.pdf')).code).toBe('upload_forbidden_type')
  expect((await announce('asset', 'a.unitypackage')).code).toBe('upload_forbidden_type')
  expect((await announce('webgl', 'a.zip', 201 * 1024 ** 2)).code).toBe('upload_too_large_for_learners')
  const { address } = await uploader.announce({ kind: 'image', name: 'a.png', byteSize: 100 })
  await uploader.sendAndBreak(address, 0, 100, Buffer.alloc(99))
  const stands = await uploader.offset(address)
  const id = address.split('/').at(-1) ?? ''
  expect(address.startsWith(resumableUploadPath)).toBe(true)
  const early = await submit(site, stranger, await buildAssignment(site), { attachmentIds: [id] })
  expect([early.status, early.result.details?.[0]?.field]).toEqual([400, 'attachmentIds'])
  expect(stands).toBeLessThanOrEqual(99)
  // what came is no picture: its end says so, and it cannot be handed in
  expect((await uploader.send(address, stands ?? 0, Buffer.alloc(100 - (stands ?? 0)))).status).toBe(422)
  const refused = await submit(site, stranger, await buildAssignment(site), { attachmentIds: [id] })
  expect([refused.status, refused.result.details?.[0]?.field]).toEqual([400, 'attachmentIds'])
})

test('a build that breaks at its last bytes goes on and is handed in; one that unpacks to a thousand times its size is not', async () => {
  // however full the disk of this machine is
  site.services.storage.roomLeft = () => Promise.resolve(null)
  const uploader = await uploaderOf(site, stranger)
  const place = await buildAssignment(site, { type: 'webgl' })
  const handIn = (...attachmentIds: string[]) => submit(site, stranger, place, { type: 'webgl', attachmentIds })
  const page = Buffer.from('<!doctype html><title>Tower</title>')

  const bytes = zipSync({ 'index.html': page, 'tower.bin': Buffer.alloc(10_000, 7) }, { level: 0 })
  const { address } = await uploader.announce({ kind: 'webgl', name: 'tower.zip', byteSize: bytes.length })
  const id = address.split('/').at(-1) ?? ''
  await uploader.sendAndBreak(address, 0, bytes.length, bytes.subarray(0, Math.floor(bytes.length * 0.99)))
  expect((await handIn(id)).status).toBe(400)
  const stands = (await uploader.offset(address)) ?? 0
  expect((await uploader.send(address, stands, bytes.subarray(stands))).status).toBe(204)
  await site.settle()
  const { result } = await handIn(id)
  expect(result.submission).toMatchObject({ type: 'webgl', version: 1, files: [{ id, kind: 'webgl' }] })

  const bomb = await uploader.upload(
    'webgl',
    'bomb.zip',
    zipSync({ 'index.html': page, bomb: Buffer.alloc(80_000_000) }),
  )
  await site.settle()
  const refused = await handIn(bomb.id)
  expect([refused.status, refused.result.details?.[0]?.field]).toEqual([400, 'attachmentIds'])
  // what was handed in before stands
  const read = await stranger.call(readSubmission, { params: { id: result.submission.id }, query: {} })
  expect(read.result.submission.files.map((file) => file.id)).toEqual([id])
})
