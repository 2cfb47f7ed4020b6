import { like, unlike } from '@lantern/contract/community/likes.ts'
import {
  collectSubmission,
  deleteSubmission,
  listSubmissions,
  listSubmissionsOfPerson,
  readSubmission,
  viewSubmission,
} from '@lantern/contract/community/submissions.ts'
import { toggleStep, toggleTutorial } from '@lantern/contract/learning/records.ts'
import { deleteAttachment } from '@lantern/contract/media/attachments.ts'
import { expect, test } from 'vitest'
import { inTransaction, runSql } from '#kit/sql.ts'
import { type Person, testSite } from '#testing/site.ts'
import { type Assignment, buildAssignment, buildUpload, submit } from '#testing/submissions.ts'
import { submissionPersonalData } from './submission-data.ts'

const site = await testSite()

const gallery = async (person: Person, { itemId }: Assignment, query = {}) =>
  (await person.call(listSubmissions, { query: { itemId, ...query } })).result
const read = (person: Person, id: string, query = {}) => person.call(readSubmission, { params: { id }, query })

test('a submission is of media or a build, as its step asks; both are shown with their files [CMTY-015]', async () => {
  const ada = await site.learner({ name: '林知远' })
  const place = await buildAssignment(site)
  const picture = await buildUpload(site, ada.id)
  const { submission } = (await submit(site, ada, place, { description: '**影子**', attachmentIds: [picture] })).result
  expect(submission).toMatchObject({
    ...{ id: expect.stringMatching(/^lsu_/), ...place, authorId: ada.id, type: 'media', title: '塔楼', version: 1 },
    ...{ html: '<p><strong>影子</strong></p>', files: [{ id: picture, kind: 'image' }], stepTitle: '第2步' },
  })
  const build = await buildAssignment(site, { type: 'webgl' })
  const zip = await buildUpload(site, ada.id, 'webgl')
  const answer = await submit(site, ada, build, { type: 'webgl', attachmentIds: [zip, picture] })
  expect(answer.result.submission.files.map(({ kind }) => kind)).toEqual(['webgl', 'image'])
  const list = await gallery(site.guest(), build)
  expect(list.submissionMap[list.results[0] ?? '']).toMatchObject({ type: 'webgl', images: 1, videos: 0 })
  expect(list.userMap[ada.id]).toMatchObject({ fullName: '林知远' })
})

test('a title is on one line, without signs that turn the words around it', async () => {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  const answer = await submit(site, ada, place, {
    title: ' 湖\n上\u202e的\u200b雾 👩‍🎨 ',
    attachmentIds: [await buildUpload(site, ada.id)],
  })
  expect(answer.result.submission.title).toBe('湖 上 的 雾 👩‍🎨')
})

test('what the step does not take is refused by field, and nothing is kept', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const [media, webgl] = [await buildAssignment(site), await buildAssignment(site, { type: 'webgl' })]
  const [zip, picture, note] = [
    await buildUpload(site, ada.id, 'webgl'),
    await buildUpload(site, ada.id),
    await buildUpload(site, ada.id, 'material'),
  ]
  const unfinished = await buildUpload(site, ada.id)
  await site.db.updateTable('attachments').set({ state: 'uploading' }).where('id', '=', unfinished).execute()
  const failed = await buildUpload(site, ada.id)
  await site.db.updateTable('attachments').set({ state: 'failed' }).where('id', '=', failed).execute()
  const refusals: [Assignment, Parameters<typeof submit>[3], string[]][] = [
    [media, { title: ' ' }, ['title']],
    // nobody would see that there is a title
    [media, { title: '\u200b\u2060' }, ['title']],
    [media, { attachmentIds: [] }, ['attachmentIds']],
    [media, { attachmentIds: [zip] }, ['attachmentIds']],
    [media, { attachmentIds: [picture, note] }, ['attachmentIds']],
    [media, { attachmentIds: [unfinished] }, ['attachmentIds']],
    [media, { attachmentIds: [failed] }, ['attachmentIds']],
    [media, { attachmentIds: [await buildUpload(site, bob.id)] }, ['attachmentIds']],
    [media, { type: 'webgl', attachmentIds: [zip] }, ['type']],
    [webgl, { type: 'webgl', attachmentIds: [picture] }, ['attachmentIds']],
    [webgl, { type: 'webgl', attachmentIds: [zip, await buildUpload(site, ada.id, 'webgl')] }, ['attachmentIds']],
    [media, { title: 'x'.repeat(81) }, ['title']],
  ]
  for (const [place, more, fields] of refusals) {
    const { status, result } = await submit(site, ada, place, more)
    expect([status, result.details?.map(({ field }) => field)]).toEqual([400, fields])
  }
  expect((await gallery(ada, media)).own).toEqual({})
  expect((await submit(site, ada, { ...media, sectionId: 'se_none' })).status).toBe(404)
  expect((await submit(site, site.guest(), media, { attachmentIds: [picture] })).status).toBe(401)
})

test('public, group and private are stored; public and private alone can be chosen [CMTY-013] [CMTY-014]', async () => {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  for (const permission of ['public', 'private'] as const) {
    expect((await submit(site, ada, place, { permission })).result.submission.permission).toBe(permission)
  }
  const refused = await submit(site, ada, place, { permission: 'group' as never })
  expect([refused.status, refused.result.details?.map(({ field }) => field)]).toEqual([400, ['permission']])
  const { own } = await gallery(ada, place)
  const id = own[place.sectionId]?.id ?? ''
  await site.db.updateTable('submissions').set({ permission: 'group' }).where('id', '=', id).execute()
  expect((await read(ada, id)).result.submission.permission).toBe('group')
  expect((await read(await site.learner(), id)).status).toBe(404)
})

test('handing in again makes a version; its earlier ones are for its author and the educators', async () => {
  const [ada, bob, author] = [
    await site.learner(),
    await site.learner(),
    await site.user({ groups: ['learn_creator'] }),
  ]
  const place = await buildAssignment(site, { ownerId: author.id, authorId: author.id })
  const [first, second] = [await buildUpload(site, ada.id), await buildUpload(site, ada.id)]
  const { id } = (await submit(site, ada, place, { title: '一', attachmentIds: [first] })).result.submission
  // the same again, as a double click or a second tab sends it
  const again = await Promise.all([1, 2].map(() => submit(site, ada, place, { title: '一', attachmentIds: [first] })))
  expect(again.map(({ result }) => [result.submission.id, result.submission.version])).toEqual([
    [id, 1],
    [id, 1],
  ])
  const other = (await submit(site, ada, place, { title: '二', attachmentIds: [second] })).result.submission
  expect([other.id, other.version, other.title]).toEqual([id, 2, '二'])
  for (const reader of [ada, author]) {
    const { result } = await read(reader, id, { version: 1 })
    expect(result.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(result.submission).toMatchObject({ title: '一', files: [{ id: first }], version: 2 })
  }
  expect((await read(bob, id)).result.versions.map(({ version }) => version)).toEqual([2])
  expect((await read(bob, id, { version: 1 })).status).toBe(404)
  const file = (person: Person, at: string) => person.inject({ method: 'GET', url: `/media/attachments/${at}/a` })
  expect((await file(bob, second)).statusCode).toBe(200)
  expect((await file(bob, first)).statusCode).toBe(404)
  expect((await file(author, first)).statusCode).toBe(200)
  const kept = await ada.call(deleteAttachment, { params: { id: first } })
  expect(kept.result).toMatchObject({ deleted: false, usedBy: [{ id, type: 'submission' }] })
})

test('a gallery is ordered by collects, views and titles, newest first without an order [SRCH-033]', async () => {
  const place = await buildAssignment(site)
  const people = [await site.learner(), await site.learner(), await site.learner()]
  const ids: string[] = []
  for (const [at, title] of ['b', 'c', 'a'].entries()) {
    const person = people[at]
    if (person) ids.push((await submit(site, person, place, { title })).result.submission.id)
  }
  const [b = '', c = '', a = ''] = ids
  await people[1]?.call(collectSubmission, { body: { id: b, on: true } })
  for (const person of people) await person.call(viewSubmission, { body: { id: c } })
  const order = async (ob?: 'collects') => (await gallery(site.guest(), place, ob ? { ob } : {})).results
  expect(await order()).toEqual([a, c, b])
  expect((await order('collects'))[0]).toBe(b)
  expect((await order('views' as 'collects'))[0]).toBe(c)
  expect(await order('titleasc' as 'collects')).toEqual([a, b, c])
  expect(await order('titledes' as 'collects')).toEqual([c, b, a])
  expect((await gallery(site.guest(), place, { page: 1, pageSize: 2 })).results).toEqual([b])
})

test('likes, collects and visits count once a person, and none of them falls below 0', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const place = await buildAssignment(site)
  const { id } = (await submit(site, ada, place)).result.submission
  const target = { body: { id, type: 'submission' as const } }
  const likes = await Promise.all([1, 2, 3].map(() => bob.call(like, target)))
  expect(likes.map(({ result }) => result.likeCount)).toEqual([1, 1, 1])
  for (let time = 0; time < 2; time++) expect((await bob.call(unlike, target)).result.likeCount).toBe(0)
  for (let time = 0; time < 2; time++) {
    expect((await bob.call(collectSubmission, { body: { id, on: true } })).result.collectCount).toBe(1)
    expect((await bob.call(viewSubmission, { body: { id } })).result.viewCount).toBe(1)
  }
  expect((await ada.call(viewSubmission, { body: { id } })).result.viewCount).toBe(1)
  const collected = await bob.call(listSubmissionsOfPerson, { query: { collected: true } })
  expect(collected.result.results).toEqual([id])
  for (let time = 0; time < 2; time++) {
    expect((await bob.call(collectSubmission, { body: { id, on: false } })).result.collectCount).toBe(0)
  }
})

test('a step that demands a submission is done by handing in, and by nothing else', async () => {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  const { itemId: id, sectionId: stepId } = place
  const tick = () => ada.call(toggleStep, { body: { id, type: 'tutorial', stepId, completed: true } })
  const whole = () => ada.call(toggleTutorial, { body: { id, type: 'tutorial', completed: true } })
  expect([(await tick()).result.code, (await whole()).result.code]).toEqual(Array(2).fill('submission_required'))
  const handed = (await submit(site, ada, place)).result.submission
  const record = async () => (await tick()).result.recordMap[id]
  expect((await record())?.steps[stepId]).toMatchObject({ completed: true })
  expect((await whole()).result.recordMap[id]?.completed).toBe(true)
  expect((await ada.call(deleteSubmission, { body: { id: handed.id } })).result.deleted).toBe(true)
  expect((await tick()).result.code).toBe('submission_required')
  expect((await ada.call(deleteSubmission, { body: { id: handed.id } })).result.deleted).toBe(true)
  const free = await buildAssignment(site, { required: false })
  const body = { id: free.itemId, type: 'tutorial' as const, stepId: free.sectionId, completed: true }
  expect((await ada.call(toggleStep, { body })).status).toBe(200)
})

test('handing in and its tick are kept together or not at all, deleting and the opened step likewise', async () => {
  const ada = await site.learner()
  const place = await buildAssignment(site)
  const { id } = (await submit(site, ada, place)).result.submission
  const handedIn = async () => (await gallery(ada, place)).results
  await withRecordsRefused(async () => {
    expect((await ada.call(deleteSubmission, { body: { id } })).status).toBe(500)
    expect((await submit(site, await site.learner(), place)).status).toBe(500)
    expect(await handedIn()).toEqual([id])
  })
  expect((await ada.call(deleteSubmission, { body: { id } })).status).toBe(200)
  expect(await handedIn()).toEqual([])
})

/** While the work goes on the database fails each change of a record, as it does when it ends in the middle of a call. */
async function withRecordsRefused(work: () => Promise<void>): Promise<void> {
  await runSql(
    site.db,
    `create function refuse_record() returns trigger language plpgsql as $$ begin raise exception 'no records'; end $$;
     create trigger refuse_record before insert or update on records for each row execute function refuse_record()`,
  )
  try {
    await work()
  } finally {
    await runSql(site.db, 'drop trigger refuse_record on records; drop function refuse_record()')
  }
}

test('submissions go with the account that takes them over, and are deleted with an account that ends', async () => {
  const [old, kept, fan] = [await site.learner(), await site.learner(), await site.learner()]
  const [one, two] = [await buildAssignment(site), await buildAssignment(site)]
  const mine = (await submit(site, kept, one, { title: '新号' })).result.submission
  const both = (await submit(site, old, one, { title: '旧号' })).result.submission
  const other = (await submit(site, old, two, { title: '另一步' })).result.submission
  await old.call(collectSubmission, { body: { id: mine.id, on: true } })
  await fan.call(collectSubmission, { body: { id: mine.id, on: true } })
  await inTransaction(site.db, (trx) => submissionPersonalData.merge(trx, { from: old.id, into: kept.id }))
  const list = await kept.call(listSubmissionsOfPerson, { query: {} })
  expect(list.result.results).toEqual([other.id, both.id, mine.id])
  expect((await gallery(kept, one)).own[one.sectionId]?.id).toBe(mine.id)
  expect(await submissionPersonalData.read(site.db, kept.id)).toMatchObject({
    submissions: [{ title: '新号' }, { title: '旧号' }, { title: '另一步' }],
  })
  expect((await read(kept, mine.id)).result.submission.collectCount).toBe(2)
  await inTransaction(site.db, (trx) => submissionPersonalData.erase(trx, kept.id))
  expect((await gallery(fan, one)).total).toBe(0)
})
