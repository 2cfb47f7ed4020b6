import { contentLanguage, offeredLocales } from '@lantern/contract/locales.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { expect, test } from 'vitest'
import { text } from '#kit/text.ts'
import { wordsOf } from '#media/index.ts'
import { codes, one, read } from './testing/read-file.ts'

test('CSV is read with a BOM, semicolons, quotes and line breaks in cells', async () => {
  const rows = await read(
    'a.csv',
    '\uFEFFQuestion;Option A;Option B;Option C;Answer;Explanation\r\n"Which ""shadow""\nis soft; really?";Hard;"Soft; wide";None;B;See 3\r\n',
  )
  const question = rows[0]?.question
  expect(question?.body).toEqual({ format: 'plain', text: 'Which "shadow"\nis soft; really?' })
  expect(question?.options.map(({ text, correct }) => [text.text, correct])).toEqual([
    ['Hard', false],
    ['Soft; wide', true],
    ['None', false],
  ])
  expect(question?.feedback.wrong?.text).toBe('See 3')
})

test.each(offeredLocales)('a table with the columns that the site names in %s is read', async (locale) => {
  const name = (column: string) => text(locale, `authoring.exchange.csv_${column}`)
  const option = (letter: string) => `${name('option')} ${letter}`
  const columns = [name('question').toUpperCase(), 'A', option('b'), option('3'), name('answer'), name('feedback')]
  const [row] = await read('a.csv', `${[...columns, `A ${name('feedback')}`].join(';')}\n问;一;二;三;BC;见第3步;不对`)
  const question = row?.question
  expect(question?.body.text).toBe('问')
  expect(question?.options.map(({ text, correct, feedback }) => [text.text, correct, feedback?.text ?? null])).toEqual([
    ['一', false, '不对'],
    ['二', true, null],
    ['三', true, null],
  ])
  expect(question?.feedback.wrong?.text).toBe('见第3步')
})

test.each(offeredLocales)('what people write for right and wrong in %s is read', async (locale) => {
  const { yes, no } = wordsOf(contentLanguage(locale) as ContentLanguage)
  const rows = await read('a.csv', `Question;Answer\n?;${yes.toUpperCase()}\n?;${no}`)
  expect(rows.map(({ question }) => question?.options.map(({ correct }) => correct))).toEqual([
    [true, false],
    [false, true],
  ])
})

test('questions of right and wrong are known by their type, and their answers by short words', async () => {
  const kinds = [
    '判断',
    'True/False',
    'Richtig/Falsch',
    'Vrai/Faux',
    'Verdadero o falso',
    'V/F',
    '○×',
    '참/거짓',
    'верно-неверно',
  ]
  const answers = ['真', 't', 'wahr', 'v', 'Sí', 'sim', '○', '네', 'да']
  const lines = kinds.map((kind, at) => `?;${kind};${answers[at]}`)
  const rows = await read('a.csv', ['Question;Type;Answer', ...lines].join('\n'))
  expect(rows.map(({ question }) => question?.options.map(({ correct }) => correct))).toEqual(
    kinds.map(() => [true, false]),
  )
})

test('the name of a column may lack its accents', async () => {
  const rows = await read('a.csv', 'Question;Opcion 1;Opção 2;Reponse\n?;a;b;2')
  expect(codes(rows)).toEqual(['ok'])
})

test('CSV as Chinese spreadsheets write it: GB18030, several answers, true and false', async () => {
  // 题目,A,B,答案 / 光源有哪些,点光,水,A / 天是蓝的,,,对 in GB18030
  const head = [0xcc, 0xe2, 0xc4, 0xbf, 0x2c, 0x41, 0x2c, 0x42, 0x2c, 0xb4, 0xf0, 0xb0, 0xb8, 0x0a]
  const first = [0xb9, 0xe2, 0xd4, 0xb4, 0x2c, 0xb5, 0xe3, 0xb9, 0xe2, 0x2c, 0xcb, 0xae, 0x2c, 0x41, 0x42, 0x0a]
  const second = [0xcc, 0xec, 0xca, 0xc7, 0xc0, 0xb6, 0xb5, 0xc4, 0x2c, 0x2c, 0x2c, 0xb6, 0xd4, 0x0a]
  const rows = await read('题.csv', new Uint8Array([...head, ...first, ...second]))
  expect(rows.map(({ question }) => question?.body.text)).toEqual(['光源', '天是蓝的'])
  expect(rows[0]?.question?.options.map(({ correct }) => correct)).toEqual([true, true])
  expect(rows[1]?.question?.options.map(({ text, correct }) => [text.text, correct])).toEqual([
    ['正确', true],
    ['错误', false],
  ])
})

test('each bad row of a CSV says what is wrong with it and the line it stands in', async () => {
  const rows = await read(
    'a.csv',
    [
      '题型,题目,选项A,选项B,答案',
      '单选题,好,一,二,A',
      'cloze,空,,,x',
      ',没有答案,一,二,',
      ',错字母,一,二,D',
      ',只有一个,一,,A',
    ].join('\n'),
  )
  expect(rows.map(({ line, problems }) => [line, problems[0]?.code ?? 'ok'])).toEqual([
    [2, 'ok'],
    [3, 'cloze'],
    [4, 'no_correct_answer'],
    [5, 'correct_unknown'],
    [6, 'one_answer'],
  ])
})

test('a table without the needed columns says which one is missing', async () => {
  await expect(read('a.csv', '题目,A,B\n一,二,三')).rejects.toMatchObject({ code: 'csv_no_columns', detail: 'answer' })
})

test('a CSV of 200 questions is read whole', async () => {
  const lines = Array.from({ length: 200 }, (_, at) => `"第${at + 1}题，问什么？",一,二,三,四,${'ABCD'[at % 4]}`)
  const rows = await read('a.csv', ['题目,A,B,C,D,答案', ...lines].join('\n'))
  expect(rows).toHaveLength(200)
  expect(codes(rows)).toEqual(Array(200).fill('ok'))
})

test('markup in a CSV is text and not markup', async () => {
  const { question } = await one('a.csv', '题目,A,B,答案\n<b>粗</b>,<i>,=1+1,A')
  expect(question.body).toBe('&#60;b&#62;粗&#60;/b&#62;')
})
