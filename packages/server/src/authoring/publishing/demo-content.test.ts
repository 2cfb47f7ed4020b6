import { getCourse, getLiveSession, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { plainText } from '@lantern/contract/media/plain-text.ts'
import { getQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { loadDemoSite } from '../demo/load-demo-site.ts'
import { lockDraft } from '../drafts/draft-state.ts'
import { publicationFaults } from './publish-draft.ts'

const site = await testSite()
// looks after the site's own content and that of every organisation
const admin = await site.user({ groups: ['admin'] })

async function readItem(id: string, type: string, query: { edit?: true }): Promise<Item> {
  const input = { params: { id }, query }
  if (type === 'quiz') return (await admin.call(getQuiz, input)).result.cnQuizData
  if (type === 'project') return (await admin.call(getProject, input)).result.projectData
  if (type === 'liveSession') return (await admin.call(getLiveSession, input)).result.liveSessionData
  if (type === 'course') return (await admin.call(getCourse, input)).result.courseData
  return (await admin.call(getTutorial, input)).result.tutorialData
}

/** Everything that must be the same before and after the way through the editor. */
function shownOf(item: Item) {
  const { sections, title, summary, duration, withLab, premium, priceFen, discount, ...rest } = item
  // its id is for makers alone
  const thumbnail = rest.thumbnail.url
  const bare = (html: string | null) => plainText(html ?? '').replace(/\s+/g, '')
  return {
    sections: sections.map(({ id, anchor, type, optionType, body, labUrl }) => [
      id,
      anchor,
      type,
      optionType,
      bare(body),
      labUrl,
    ]),
    plain: { title, summary, duration, withLab, premium, priceFen, discount, thumbnail },
    people: [rest.ownerId, rest.authorId],
    tags: [rest.tagIds, rest.topicIds, rest.industryIds, rest.packageIds, rest.liveSessionIds],
    outline: [rest.chapterSections, rest.contentIds, rest.requiredContentIds, rest.prerequisites],
    words: [bare(rest.description), rest.properties, rest.materials, rest.documents, rest.unityVersionRange],
  }
}

test('all content of the demo goes through its editor without a loss and could be published as it is', async () => {
  await loadDemoSite(site.services)
  const items = await site.db
    .selectFrom('items')
    .select(['id', 'type'])
    .where('type', 'in', ['tutorial', 'quiz', 'project', 'course', 'liveSession'])
    .where('language', '=', 'zh')
    .execute()
  expect(items.length).toBeGreaterThan(40)
  for (const { id, type } of items) {
    const [before, after] = [await readItem(id, type, {}), await readItem(id, type, { edit: true })]
    expect(shownOf(after)).toEqual(shownOf(before))
    const faults = await site.db.transaction().execute(async (trx) => {
      const viewer: SignedIn = { ...plainLearner({ id: admin.id, name: '' }), groups: ['admin'] }
      return publicationFaults(trx, viewer, await lockDraft(site.services, trx, viewer, { id }), site.clock.now())
    })
    expect([before.slug, faults]).toEqual([before.slug, []])
  }
}, 120_000)

test('the creator of the demo has something of every kind to edit', async () => {
  const creator = await site.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', '13800000002')
    .executeTakeFirstOrThrow()
  const own = await site.db.selectFrom('items').select('type').distinct().where('owner_id', '=', creator.id).execute()
  expect(own.map(({ type }) => type)).toEqual(expect.arrayContaining(['course', 'project', 'quiz', 'tutorial']))
})
