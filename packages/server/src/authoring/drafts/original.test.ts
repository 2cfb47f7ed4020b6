import { draftOriginal, getDraft, translateDraft } from '@lantern/contract/authoring/drafts.ts'
import type { QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { saveTutorialGeneral, saveTutorialSteps } from '@lantern/contract/authoring/tutorial-editing.ts'
import { getRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { draftedQuiz, draftedTutorial, publishedTutorial, soundSection } from '#testing/draft-builder.ts'
import { tick } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })

const translated = async (id: string) => {
  const made = (await author.call(translateDraft, { params: { id }, body: { language: 'en' } })).result.id
  const { forms } = (await author.call(getDraft, { params: { id: made } })).result.draft
  return { id: made, forms, original: () => author.call(draftOriginal, { params: { id: made } }) }
}

test('a translation knows the step of the original that each of its own was begun with, however both are put in order', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const steps = { ...forms.steps, sections: [soundSection('看'), soundSection('做'), soundSection('想')] }
  await publishedTutorial(author, id, { ...forms, steps })
  const translation = await translated(id)
  const own = (translation.forms as TutorialForms).steps
  const sections = own.sections.toReversed().slice(1)
  expect((await author.call(saveTutorialSteps, { params: translation, body: { ...own, sections } })).status).toBe(200)

  const { result } = await translation.original()
  const found = sections.map((section) => result.ids[section.id])
  expect(found).toEqual([steps.sections[1]?.id, steps.sections[0]?.id])
  expect((result.forms as TutorialForms).steps.sections.map(({ title }) => title)).toEqual(['看', '做', '想'])

  // what its author writes on is none of the translator's business before learners see it
  const general = { ...forms.general, title: '还没发布的标题' }
  await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: general })
  expect((await translation.original()).result.forms.general.title).toBe(forms.general.title)
  await publishedTutorial(author, id, { ...forms, general, steps })
  expect((await translation.original()).result.forms.general.title).toBe('还没发布的标题')
})

test('questions and options of a translated quiz know theirs; what is no translation has no original', async () => {
  const { id, forms } = await draftedQuiz(site.db, author, { published: true })
  const translation = await translated(id)
  const { ids } = (await translation.original()).result
  const own = (translation.forms as QuizForms).questions.questions
  expect(own.map((question) => [ids[question.id], question.options.map((option) => ids[option.id])])).toEqual(
    forms.questions.questions.map((question) => [question.id, question.options.map((option) => option.id)]),
  )
  expect((await author.call(draftOriginal, { params: { id } })).status).toBe(404)
  const stranger = await site.user({ groups: ['learn_creator'] })
  expect((await stranger.call(draftOriginal, { params: translation })).status).toBe(404)
})

test('a step of a translation is the step that it was copied from, for whom learns it in either language', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const steps = { ...forms.steps, sections: [soundSection('看'), soundSection('做')] }
  await publishedTutorial(author, id, { ...forms, steps })
  const translation = await translated(id)
  const own = translation.forms as TutorialForms
  const [look, make] = own.steps.sections
  const sections = [soundSection('Prepare'), make, look].filter((section) => section !== undefined)
  await publishedTutorial(author, translation.id, { ...own, steps: { ...own.steps, sections } })

  const ada = await site.learner()
  await tick(ada, id, steps.sections[0]?.id)
  const inEnglish = (await ada.call(getRecord, { query: { id: translation.id } })).result.recordMap[translation.id]
  expect(sections.map((section) => inEnglish?.steps[section.id]?.completed)).toEqual([false, false, true])
})

test('a translation leads to the editor of its original who may edit it, others to its page while learners see it', async () => {
  const original = await draftedTutorial(site.db, author)
  const steps = { ...original.forms.steps, sections: [soundSection('看')] }
  await publishedTutorial(author, original.id, { ...original.forms, steps })
  const { id } = (await author.call(translateDraft, { params: { id: original.id }, body: { language: 'en' } })).result
  const translator = await site.user({ groups: ['learn_editor_en'] })
  const pathFor = async (person: Person) => (await person.call(getDraft, { params: { id } })).result.draft.source?.path
  const { slug } = await site.db
    .selectFrom('items')
    .select('slug')
    .where('id', '=', original.id)
    .executeTakeFirstOrThrow()
  expect(await pathFor(author)).toBe(`/tutorial/${original.id}/edit`)
  expect(await pathFor(translator)).toBe(`/tutorial/${encodeURIComponent(slug)}`)
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', original.id).execute()
  expect(await pathFor(author)).toBe(`/tutorial/${original.id}/edit`)
  expect(await pathFor(translator)).toBeNull()
})
