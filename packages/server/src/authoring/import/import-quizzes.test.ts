import { expect, test } from 'vitest'
import { readQuizQuestions } from '#quiz/index.ts'
import { testSite } from '#testing/site.ts'
import { exportQuiz } from '../export-quiz.ts'
import { importFolder } from './import-folder.ts'
import { fileIn, folderWith } from './testing/lesson-folders.ts'

const site = await testSite()

test('a GIFT file becomes a quiz; questions of another kind are named with their line', async () => {
  const report = await importFolder(site.services, folderWith({}, { fixtures: true }))
  const file = fileIn(report, 'en/lessons/check.gift')
  expect(file).toMatchObject({
    kind: 'quiz',
    outcome: 'arrived',
    title: 'Light check',
    notes: [{ kind: 'question_unsupported', line: 6, detail: 'numerical: How much light?{#some}' }],
  })
  const questions = await readQuizQuestions(site.db, file?.itemId ?? '')
  expect(
    questions.map(({ name, body, options }) => [name, body, options.map((o) => [o.body, o.correct, o.feedback])]),
  ).toEqual([
    [
      'Key',
      'Which lamp is the strongest?',
      [
        ['key', true, 'Yes.'],
        ['fill', false, ''],
        ['back', false, ''],
      ],
    ],
    [
      '',
      'A fill light is brighter than the key light.',
      [
        ['True', false, 'It is weaker.'],
        ['False', true, ''],
      ],
    ],
  ])
})

test('an exported quiz imports as the same quiz', async () => {
  const first = await importFolder(site.services, folderWith({}, { fixtures: true }))
  const id = fileIn(first, 'en/lessons/check.gift')?.itemId ?? ''
  const gift = await exportQuiz(site.services, id)

  const second = await importFolder(site.services, folderWith({ 'en/again.gift': gift }))

  const texts = async (quizId: string) =>
    (await readQuizQuestions(site.db, quizId)).map(({ id: _id, options, ...question }) => ({
      ...question,
      options: options.map(({ id: _optionId, ...option }) => option),
    }))
  expect(await texts(fileIn(second, 'en/again.gift')?.itemId ?? '')).toEqual(await texts(id))
  await expect(exportQuiz(site.services, 'no-such-quiz')).rejects.toMatchObject({ code: 'not_found' })
})

test('a GIFT file without a question that can be asked is reported with what is in it', async () => {
  const report = await importFolder(
    site.services,
    folderWith({ 'en/good.md': '# Good\n\nText.', 'en/bad.gift': '// x\n\nOdd?{maybe}\n\nPi?{#three}' }),
  )
  expect(fileIn(report, 'en/bad.gift')).toMatchObject({
    outcome: 'failed',
    failure: { reason: 'no_questions', detail: '3: no_answers: Odd?{maybe}; 5: numerical: Pi?{#three}' },
  })
})
