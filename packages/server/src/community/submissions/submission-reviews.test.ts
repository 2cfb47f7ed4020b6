import { listSubmissionsForReview, reviewSubmission } from '@lantern/contract/community/submission-reviews.ts'
import { reviewsPerPage } from '@lantern/contract/community/submission-rules.ts'
import { listSubmissions, readSubmission } from '@lantern/contract/community/submissions.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'
import { buildAssignment, buildUpload, submit } from '#testing/submissions.ts'

const site = await testSite()

async function lesson() {
  const educator = await site.user({ groups: ['learn_creator'], name: '许老师' })
  const place = await buildAssignment(site, { authorId: educator.id, ownerId: educator.id })
  return { educator, place }
}

async function handedIn(place: Awaited<ReturnType<typeof lesson>>['place'], more: Parameters<typeof submit>[3] = {}) {
  const learner = await site.learner()
  const { result } = await submit(site, learner, place, more)
  return { learner, id: result.submission.id }
}

type State = 'waiting' | 'again' | 'reviewed'
const list = (
  person: Person,
  itemId: string,
  query: { state?: State; order?: 'oldest' | 'newest'; after?: string } = {},
) => person.call(listSubmissionsForReview, { query: { itemId, ...query } })
const review = (person: Person, id: string, content = '接缝处理得很干净', version = 1, isReviewed = true) =>
  person.call(reviewSubmission, { body: { id, version, content, isReviewed } })
const read = (person: Person, id: string) => person.call(readSubmission, { params: { id }, query: {} })

test('an educator finds what waits, oldest first, private ones too, and what is reviewed apart from it', async () => {
  const { educator, place } = await lesson()
  const first = await handedIn(place)
  const second = await handedIn(place, { permission: 'private' })
  expect((await list(educator, place.itemId)).result).toMatchObject({
    results: [first.id, second.id],
    counts: { waiting: 2, again: 0, reviewed: 0 },
    next: null,
  })
  const { result } = await review(educator, first.id)
  expect(result.review).toMatchObject({ version: 1, content: '接缝处理得很干净', reviewer: { id: educator.id } })
  expect((await list(educator, place.itemId)).result.results).toEqual([second.id])
  const reviewed = (await list(educator, place.itemId, { state: 'reviewed' })).result
  expect(reviewed.results).toEqual([first.id])
  expect(reviewed.counts).toEqual({ waiting: 1, again: 0, reviewed: 1 })
})

test('a list goes on where its page ended, oldest or newest first', async () => {
  const { educator, place } = await lesson()
  const ids: string[] = []
  for (let count = 0; count < reviewsPerPage + 2; count++) ids.push((await handedIn(place)).id)
  for (const order of ['oldest', 'newest'] as const) {
    const expected = order === 'oldest' ? ids : ids.toReversed()
    const first = (await list(educator, place.itemId, { order })).result
    expect(first.results).toEqual(expected.slice(0, reviewsPerPage))
    const rest = (await list(educator, place.itemId, { order, after: first.next ?? '' })).result
    expect([rest.results, rest.next]).toEqual([expected.slice(reviewsPerPage), null])
  }
  for (const after of ['nowhere', '-271821-04-20T00:00:00.000Z~x']) {
    const odd = await list(educator, place.itemId, { after })
    expect([odd.status, odd.result.details?.[0]?.field]).toEqual([400, 'after'])
  }
})

test('the mark is taken back with or without the feedback; nothing of a review is left without both', async () => {
  const { educator, place } = await lesson()
  const { learner, id } = await handedIn(place)
  await review(educator, id)
  expect((await review(educator, id, '再看一遍', 1, false)).result.review).toMatchObject({ isReviewed: false })
  expect((await list(educator, place.itemId)).result.results).toEqual([id])
  expect((await read(learner, id)).result.reviews).toMatchObject([{ content: '再看一遍', isReviewed: false }])
  expect((await review(educator, id, ' ', 1, false)).result.review).toBeNull()
  expect((await read(learner, id)).result.reviews).toEqual([])
})

test('a version that is handed in after a review waits again', async () => {
  const { educator, place } = await lesson()
  const { learner, id } = await handedIn(place)
  await review(educator, id)
  await submit(site, learner, place, { title: '塔楼，第二稿' })
  expect((await list(educator, place.itemId, { state: 'again' })).result.results).toEqual([id])
  expect((await review(educator, id, '更好了', 2)).status).toBe(200)
  expect((await list(educator, place.itemId, { state: 'again' })).result.results).toEqual([])
  expect((await read(learner, id)).result.reviews.map(({ version, content }) => [version, content])).toEqual([
    [2, '更好了'],
    [1, '接缝处理得很干净'],
  ])
  expect((await review(educator, id, '没有第三稿', 3)).status).toBe(404)
})

test('the learner is told once of a review, and reads it; other learners do not', async () => {
  const { educator, place } = await lesson()
  const { learner, id } = await handedIn(place)
  const other = await site.learner()
  await review(educator, id)
  await review(educator, id, '接缝处理得**很**干净')
  await site.settle()
  const { results } = (await learner.call(listNotifications, { query: {} })).result
  expect(results.filter(({ kind }) => kind === 'submission_reviewed')).toMatchObject([
    { title: '许老师点评了你的作品', path: `/submission/${id}` },
  ])
  expect((await read(learner, id)).result.reviews).toMatchObject([
    { html: expect.stringContaining('<strong>很</strong>') },
  ])
  expect((await read(other, id)).result.reviews).toEqual([])
})

test('a version is marked as reviewed without a word', async () => {
  const { educator, place } = await lesson()
  const { learner, id } = await handedIn(place)
  expect((await review(educator, id, '  ')).result.review).toMatchObject({ content: '', html: '' })
  await site.settle()
  const { results } = (await learner.call(listNotifications, { query: {} })).result
  expect(results[0]?.title).toBe('许老师看过了你的作品')
})

test('to all but educators of the item there is neither the list nor a review to give', async () => {
  const { educator, place } = await lesson()
  const { learner, id } = await handedIn(place)
  const stranger = await site.user({ groups: ['learn_creator'] })
  for (const person of [learner, stranger]) {
    expect((await list(person, place.itemId)).status).toBe(404)
    expect((await review(person, id)).status).toBe(404)
  }
  expect((await list(educator, place.itemId)).result.counts.waiting).toBe(1)
})

test('markup of feedback is taken for words', async () => {
  const { educator, place } = await lesson()
  const { id } = await handedIn(place)
  const { result } = await review(educator, id, '<script>alert(1)</script> [点我](javascript:alert(1))')
  expect(result.review?.html).not.toMatch(/<script|href=/)
  expect((await review(educator, id, '长'.repeat(4001))).result.details?.[0]?.field).toBe('content')
})

test('a gallery shows builds, films, pictures or what is reviewed alone, and says how many of each it has', async () => {
  const { educator, place } = await lesson()
  const shown = await handedIn(place)
  await handedIn(place, { permission: 'private' })
  const filmer = await site.learner()
  const attachmentIds = [await buildUpload(site, filmer.id, 'video'), await buildUpload(site, filmer.id)]
  const film = (await submit(site, filmer, place, { attachmentIds })).result.submission.id
  const only = async (one?: 'runs' | 'video' | 'image' | 'reviewed') =>
    (await site.guest().call(listSubmissions, { query: { itemId: place.itemId, only: one } })).result
  await review(educator, film, '只有她能读到的话')
  await submit(site, filmer, place, { title: '第二稿', attachmentIds })
  const lists = [await only(), await only('video'), await only('image'), await only('reviewed'), await only('runs')]
  expect(lists.map(({ results }) => results)).toEqual([[film, shown.id], [film], [film, shown.id], [film], []])
  for (const { counts } of lists) expect(counts).toEqual({ all: 2, runs: 0, video: 1, image: 2, reviewed: 1 })
  expect(lists[3]?.total).toBe(1)
  expect(lists[0]?.submissionMap[film]?.isReviewed).toBe(true)
  expect(JSON.stringify(lists)).not.toContain('只有她能读到的话')
  // a new version without the film is no film any more
  await submit(site, filmer, place, { title: '第三稿' })
  expect((await only('video')).results).toEqual([])
  expect((await only('reviewed')).results).toEqual([film])
  await review(educator, film, '', 1, false)
  expect((await only('reviewed')).results).toEqual([])
})
