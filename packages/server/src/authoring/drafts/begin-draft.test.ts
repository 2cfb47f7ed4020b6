import { autosaveDraft, beginDraft, getDraft, getNewDraft, listDrafts } from '@lantern/contract/authoring/drafts.ts'
import { emptyQuiz, emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import { publishTutorial } from '@lantern/contract/authoring/tutorial-editing.ts'
import { expect, test } from 'vitest'
import { buildVersions } from '#testing/builders.ts'
import { soundTutorial } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
await buildVersions(site.db, '2022.3')

const begin = (forms: object, origin: string, who = author) =>
  who.call(beginDraft, { params: { type: 'tutorial' }, body: { forms, origin } })

test('a draft is on the server before it has a title, a text or a cover, with every part as it stands', async () => {
  const forms = emptyTutorial(author.id)
  const written = { ...forms, details: { ...forms.details, hidden: true } }
  const { status, result } = await begin(written, 'tab-1')
  expect([status, result.draft]).toMatchObject([200, { version: 1, published: false, forms: written }])
  const { id } = result.draft
  expect((await author.call(getDraft, { params: { id } })).result.draft.forms).toEqual(written)
  const listed = (await author.call(listDrafts, { params: { type: 'tutorial' }, query: {} })).result.results
  expect(listed).toMatchObject([{ id, title: '', published: false }])
})

test('an editor that did not hear the answer gets the draft that it has begun, also when it asks twice at a time', async () => {
  const forms = emptyTutorial(author.id)
  const answers = await Promise.all([begin(forms, 'tab-2'), begin(forms, 'tab-2')])
  const [first, second] = answers.map(({ result }) => result.draft.id)
  expect(second).toBe(first)
  const again = await begin({ ...forms, general: { ...forms.general, title: '后来' } }, 'tab-2')
  expect(again.result.draft).toMatchObject({ id: first, version: 1, forms: { general: { title: '' } } })
  // the name of an editor says nothing to anybody else
  const other = await site.user({ groups: ['learn_creator'] })
  expect((await begin(emptyTutorial(other.id), 'tab-2', other)).result.draft.id).not.toBe(first)
})

test('the address follows the title until learners have it', async () => {
  const forms = emptyTutorial(author.id)
  const { id } = (await begin(forms, 'tab-3')).result.draft
  const keep = (baseVersion: number, title: string) =>
    author.call(autosaveDraft, {
      params: { id },
      body: { part: 'general', baseVersion, data: { ...forms.general, title }, origin: 'tab-3' },
    })
  expect((await keep(1, 'Light')).result.slug).toBe('light')
  expect((await keep(2, 'Light and shadow')).result.slug).toBe('light-and-shadow')
  const { general, steps, details } = await soundTutorial(site.db, author.id, 'Light and shadow')
  const published = await author.call(publishTutorial, { params: { id }, body: { ...general, steps, details } })
  expect(published.status).toBe(200)
  expect((await keep(published.result.draft.version, 'Another title')).result.slug).toBe('light-and-shadow')
})

test('nobody begins a draft in somebody else’s name, nor one of another shape', async () => {
  const other = await site.user({ groups: ['learn_creator'] })
  const own = emptyTutorial(author.id)
  expect((await begin(emptyTutorial(other.id), 'tab-4')).status).toBe(403)
  expect((await begin({ ...own, details: { ...own.details, authorId: other.id } }, 'tab-4')).status).toBe(403)
  expect((await begin(emptyQuiz(author.id), 'tab-4')).status).toBe(400)
  expect((await begin([], 'tab-4')).status).toBe(400)
  const admin = await site.user({ groups: ['learn_admin'] })
  const toNobody = await begin({ ...own, general: { ...own.general, ownerId: 'nobody' } }, 'tab-4', admin)
  expect(toNobody.status).toBe(200)
})

test('a new lesson has the language of its author’s pages, and that of its type where nobody says one [CREA-024] [CREA-038]', async () => {
  const languageOf = async (type: 'tutorial' | 'quiz', language?: 'ja') => {
    const query = language ? { language } : {}
    return (await author.call(getNewDraft, { params: { type }, query })).result.forms.general.language
  }
  expect([await languageOf('tutorial', 'ja'), await languageOf('quiz', 'ja')]).toEqual(['ja', 'ja'])
  expect([await languageOf('tutorial'), await languageOf('quiz')]).toEqual(['en', 'zh'])
})
