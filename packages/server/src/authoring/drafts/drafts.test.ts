import {
  autosaveDraft,
  copyDraft,
  deleteDraft,
  getDraft,
  getNewDraft,
  getRevision,
  listRevisions,
  restoreRevision,
} from '@lantern/contract/authoring/drafts.ts'
import type { QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { saveTutorialGeneral, saveTutorialSteps } from '@lantern/contract/authoring/tutorial-editing.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { listCreated } from '@lantern/contract/learning/my-learning.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildTutorial, buildVersions } from '#testing/builders.ts'
import { draftedQuiz, draftedTutorial, publishedTutorial, soundSection, soundTutorial } from '#testing/draft-builder.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { testSite } from '#testing/site.ts'
import { sweepDeleted } from './delete-draft.ts'
import { followImport } from './follow-import.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'], name: '沈若川' })
await buildVersions(site.db, '2021.3', '2022.3')
await site.db.updateTable('unity_versions').set({ disabled: true }).where('id', '=', '2021.3').execute()

const open = async (id: string) => (await author.call(getDraft, { params: { id } })).result
const autosave = (id: string, part: 'general' | 'steps' | 'details', baseVersion: number, data: unknown, by = author) =>
  by.call(autosaveDraft, { params: { id }, body: { part, baseVersion, data, origin: 'tab' } })

test('a new draft begins empty, with every version that may be chosen and those that are disabled [CREA-042]', async () => {
  const { result } = await author.call(getNewDraft, { params: { type: 'tutorial' }, query: {} })
  expect(result.forms.general).toMatchObject({ language: 'en', title: '', ownerId: author.id })
  expect(result.references.users[author.id]?.fullName).toBe('沈若川')
  expect(result.versions).toEqual([
    { id: '2021.3', disabled: true },
    { id: '2022.3', disabled: false },
  ])
})

test('autosave keeps what is not finished, and what the forms refer to has its name', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const general = { ...forms.general, title: '', thumbnailId: forms.general.thumbnailId }
  const { status, result } = await autosave(id, 'general', 1, general)
  expect([status, result]).toMatchObject([200, { version: 2, partVersions: { general: 2, steps: 1, details: 1 } }])
  const { draft, references } = await open(id)
  expect(draft.forms.general.title).toBe('')
  expect(draft.savedBy).toMatchObject({ id: author.id, fullName: '沈若川' })
  expect(references.images[forms.general.thumbnailId ?? '']?.url).toContain('/media/images/')
  expect((await autosave(id, 'general', 2, general)).result.version).toBe(2)
})

test('a draft may have no language yet, and what has a language keeps it meanwhile', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const { status } = await autosave(id, 'general', 1, { ...forms.general, language: '' })
  expect(status).toBe(200)
  expect((await open(id)).draft.forms.general.language).toBe('')
  const item = await site.db.selectFrom('items').select('language').where('id', '=', id).executeTakeFirstOrThrow()
  expect(item.language).toBe('zh')
})

test('a save on top of an older text is refused and nothing is written, whichever way it is saved', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  await autosave(id, 'general', 1, { ...forms.general, title: '第一个窗口' })
  const late = await autosave(id, 'general', 1, { ...forms.general, title: '第二个窗口' })
  expect([late.status, late.result.code]).toEqual([409, 'draft_conflict'])
  const body = { ...forms.general, title: '第二个窗口', baseVersion: 1 }
  const byHand = await author.call(saveTutorialGeneral, { params: { id }, query: {}, body })
  expect([byHand.status, byHand.result.code]).toEqual([409, 'draft_conflict'])
  const { draft } = await open(id)
  expect([draft.version, draft.forms.general.title]).toEqual([2, '第一个窗口'])
  // another part was not touched by the other window
  expect((await autosave(id, 'steps', 1, forms.steps)).status).toBe(200)
  // what is already there is no conflict: an answer that was lost may be asked for again
  expect((await autosave(id, 'general', 1, { ...forms.general, title: '第一个窗口' })).status).toBe(200)
})

test('of many saves with the same base exactly one wins', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => autosave(id, 'general', 1, { ...forms.general, title: `第${n}个` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
  const won = answers.findIndex(({ status }) => status === 200)
  const { draft } = await open(id)
  expect([draft.version, draft.forms.general.title]).toEqual([2, `第${won}个`])
  const { result } = await author.call(listRevisions, { params: { id }, query: {} })
  expect(result.results.map(({ version }) => version)).toEqual([2, 1])
})

test('every save is a revision that says who changed what; what one editor only adds within minutes is one', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const editor = await site.user({ groups: ['learn_editor'], name: '何佳' })
  const steps = (title: string) => ({ ...forms.steps, sections: [soundSection(title, { id: 'se_kept' })] })
  await autosave(id, 'steps', 1, steps('开'))
  site.clock.advance({ minutes: 4 })
  await autosave(id, 'steps', 2, steps('开头'))
  await autosave(id, 'steps', 3, steps('开头写好'), editor)
  site.clock.advance({ minutes: 6 })
  await autosave(id, 'steps', 4, steps('改过'), editor)
  await author.call(saveTutorialSteps, { params: { id }, body: steps('定稿') })
  const { result } = await author.call(listRevisions, { params: { id }, query: {} })
  expect(result.results.map(({ version, kind, by }) => [version, kind, by?.fullName])).toEqual([
    [6, 'save', '沈若川'],
    [5, 'autosave', '何佳'],
    [4, 'autosave', '何佳'],
    [3, 'autosave', '沈若川'],
    [1, 'created', '沈若川'],
  ])
  const one = await author.call(getRevision, { params: { id, version: 4 }, query: {} })
  expect(one.result.changes).toEqual([
    { field: 'steps.sections.se_kept.title', name: '开头写好', kind: 'changed', before: '开头', after: '开头写好' },
    expect.objectContaining({ field: 'steps.sections.se_kept.body' }),
  ])
  const far = await author.call(getRevision, { params: { id, version: 6 }, query: { against: 1 } })
  expect(far.result.changes.map(({ kind }) => kind)).toContain('added')
  expect((await author.call(getRevision, { params: { id, version: 2 }, query: {} })).status).toBe(404)
})

test('an old revision becomes the newest again, and the one in between is still there', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  await autosave(id, 'general', 1, { ...forms.general, title: '另一个题目' })
  const { result } = await author.call(restoreRevision, { params: { id }, body: { version: 1 } })
  expect(result.draft).toMatchObject({ version: 3, partVersions: { general: 3, steps: 1 } })
  expect(result.draft.forms.general.title).toBe(forms.general.title)
  const list = await author.call(listRevisions, { params: { id }, query: { pageSize: 2 } })
  expect(list.result).toMatchObject({ total: 3, results: [{ version: 3, kind: 'restore' }, { version: 2 }] })
  const again = await author.call(restoreRevision, { params: { id }, body: { version: 1 } })
  expect(again.result.draft.version).toBe(3)
  expect((await author.call(restoreRevision, { params: { id }, body: { version: 99 } })).status).toBe(404)
})

test('a restored revision does not give the work to somebody else', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const admin = await site.user({ groups: ['learn_admin'] })
  const heir = await site.user({ groups: ['learn_creator'] })
  await autosave(id, 'general', 1, { ...forms.general, ownerId: heir.id }, admin)
  const { result } = await heir.call(restoreRevision, { params: { id }, body: { version: 1 } })
  expect(result.draft.forms.general.ownerId).toBe(heir.id)
})

test('a copy is a draft of one’s own with steps of its own', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { published: true })
  const mine = { ...forms, general: { ...forms.general, title: '没来得及保存的' } }
  const { status, result } = await author.call(copyDraft, { params: { id }, body: { forms: mine } })
  expect(status).toBe(200)
  const { draft } = await open(result.id)
  const copy = draft.forms as TutorialForms
  expect(copy.general.title).toBe('没来得及保存的（副本）')
  expect(copy.steps.sections.map(({ title }) => title)).toEqual(['看', '做'])
  expect(copy.steps.sections.map((section) => section.id)).not.toContain(forms.steps.sections[0]?.id)
  expect(draft).toMatchObject({ published: false, publishedVersion: null })
  expect((await publishedTutorial(author, result.id, copy)).status).toBe(200)
  const quiz = await draftedQuiz(site.db, author, { published: true })
  const other = await author.call(copyDraft, { params: { id: quiz.id }, body: {} })
  const questions = ((await open(other.result.id)).draft.forms as QuizForms).questions.questions
  expect(questions.map((question) => question.id)).not.toContain(quiz.forms.questions.questions[0]?.id)
})

test('content that came another way is opened with what learners see of it', async () => {
  const built = await buildTutorial(site.db, {
    ownerId: author.id,
    descriptionHtml: '<p>介绍<strong>一</strong></p>',
    steps: [{ title: '一', html: '<p>文</p><pre><code>x</code></pre>', type: 'lab', labUrl: 'https://lab.example' }],
    educatorPlan: { description: '<p>课</p>' },
  })
  const [first, second] = await Promise.all([open(built.id), open(built.id)])
  expect(first.draft).toEqual(second.draft)
  expect(first.draft).toMatchObject({ version: 1, publishedVersion: 1, published: true })
  const forms = first.draft.forms as TutorialForms
  expect(forms.general.description).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '介绍' },
          { type: 'text', text: '一', marks: [{ type: 'bold' }] },
        ],
      },
    ],
  })
  expect(forms.steps.sections).toMatchObject([{ id: built.steps[0]?.id, type: 'lab', labUrl: 'https://lab.example' }])
  const quiz = await buildQuizWithQuestions(site.db, { ownerId: author.id, passNumber: 2 })
  const asked = (await open(quiz.id)).draft.forms as QuizForms
  expect(asked.details.quizSetting.passNumber).toBe(2)
  expect(asked.questions.questions.map((question) => question.id)).toEqual(
    quiz.questions.map((question) => question.id),
  )
  expect(asked.questions.questions[0]?.options.map(({ correct }) => correct)).toEqual([true, false, false, false])
})

test('what was never published goes away, what was published is taken back and stays a draft', async () => {
  const fresh = await draftedTutorial(site.db, author)
  expect((await author.call(deleteDraft, { params: { id: fresh.id } })).result).toEqual({ deleted: true })
  expect((await author.call(getDraft, { params: { id: fresh.id } })).status).toBe(404)
  expect((await author.call(getTutorial, { params: { id: fresh.id }, query: {} })).status).toBe(404)
  const shown = await draftedTutorial(site.db, author, { published: true })
  expect((await author.call(deleteDraft, { params: { id: shown.id } })).result).toEqual({ deleted: false })
  expect((await site.guest().call(getTutorial, { params: { id: shown.id }, query: {} })).status).toBe(404)
  expect((await open(shown.id)).draft).toMatchObject({ published: false })
  expect((await publishedTutorial(author, shown.id, shown.forms)).status).toBe(200)
  expect((await site.guest().call(getTutorial, { params: { id: shown.id }, query: {} })).status).toBe(200)
  const later = new Date(site.clock.now().getTime() + 31 * 86_400_000)
  await sweepDeleted({ db: site.db, clock: { now: () => later } })
  expect(await site.db.selectFrom('items').select('id').where('id', '=', fresh.id).execute()).toEqual([])
  expect((await open(shown.id)).draft.id).toBe(shown.id)
})

test('authors see their drafts among what they have created, others do not', async () => {
  const owner = await site.user({ groups: ['learn_creator'] })
  const draft = await draftedTutorial(site.db, owner)
  const shown = await draftedTutorial(site.db, owner, { published: true })
  const gone = await draftedTutorial(site.db, owner)
  await owner.call(deleteDraft, { params: { id: gone.id } })
  const mine = await owner.call(listCreated, { query: {} })
  expect([mine.result.results.sort(), mine.result.total]).toEqual([[draft.id, shown.id].sort(), 2])
  const others = await site.guest().call(listCreated, { query: { userId: owner.id } })
  expect(others.result.results).toEqual([shown.id])
})

test('what is imported again is the newest text of the draft, and the author’s own can be had back', async () => {
  const built = await buildTutorial(site.db, {
    ownerId: author.id,
    steps: [{ title: '一', html: '<p>文件里的字</p>' }],
  })
  const forms = (await open(built.id)).draft.forms as TutorialForms
  const sections = forms.steps.sections.map((section) => ({ ...section, title: '我改的' }))
  await autosave(built.id, 'steps', 1, { ...forms.steps, sections })
  await site.db.updateTable('sections').set({ title: '文件改的' }).where('item_id', '=', built.id).execute()
  await inTransaction(site.db, (trx) => followImport(site.services, trx, built.id))
  const titleOf = (draft: { forms: unknown }) => (draft.forms as TutorialForms).steps.sections[0]?.title
  const after = (await open(built.id)).draft
  expect([after.version, after.publishedVersion, titleOf(after)]).toEqual([3, 3, '文件改的'])
  const { result } = await author.call(restoreRevision, { params: { id: built.id }, body: { version: 2 } })
  expect(titleOf(result.draft)).toBe('我改的')
  await inTransaction(site.db, (trx) => followImport(site.services, trx, built.id))
})

test('several that are begun with the same title at once all have an address of their own', async () => {
  const { general } = await soundTutorial(site.db, author.id, '同名')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      author.call(saveTutorialGeneral, { params: { id: '0' }, query: {}, body: general }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ result }) => result.tutorialData.slug)).size).toBe(5)
})
