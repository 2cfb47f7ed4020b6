// @vitest-environment jsdom
import type { QuestionForm, QuizForms } from '@lantern/contract/authoring/forms.ts'
import { plainText } from '@lantern/contract/media/plain-text.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import { sampleQuestion, sampleQuizForms } from '../testing/quiz-forms.ts'
import { richText } from '../testing/rich-field.tsx'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { quizKind } from './quiz-kind.ts'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

function open(questions: QuestionForm[], more: Partial<QuizForms['questions']> = {}) {
  const draftEditor = showInEditor(<QuestionsPanel />, {
    kind: quizKind,
    forms: sampleQuizForms({ questions: { questions, ...more } }),
  })
  const now = () => draftEditor.state().forms.questions.questions
  return { draftEditor, now, words: () => now().map(({ body }) => plainText(body)), user: userEvent.setup() }
}

const three = () => ['一', '二', '三'].map((words) => sampleQuestion(words, `qq_${words}`))
const index = () => screen.getByRole('navigation', { name: '题目' })
const lines = () => within(index()).getAllByRole('listitem')
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const confirm = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  const dialog = await screen.findByRole('alertdialog', { name })
  await user.click(within(dialog).getByRole('button', { name: '删除' }))
}

test('a question is added after the open one and opens, empty [CREA-071] [CREA-081]', async () => {
  const { now, words, user } = open(three())
  await user.click(button('添加题目'))
  expect(words()).toEqual(['一', '', '二', '三'])
  expect(screen.getByRole('heading', { level: 2, name: '第2题' })).toBe(document.activeElement)
  expect(now()[1]?.options.map(({ correct }) => correct)).toEqual([false, false])
  expect(screen.getByRole<HTMLInputElement>('switch', { name: '打乱选项顺序' }).checked).toBe(false)
})

test('questions move with the keyboard, and the open one stays open [CREA-072]', async () => {
  const { words, user } = open(three())
  within(index()).getByRole('button', { name: '移动第1题' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(words()).toEqual(['二', '一', '三'])
  expect(screen.getByRole('heading', { level: 2, name: '第2题' })).toBeTruthy()
  await user.keyboard('{End}')
  expect(words()).toEqual(['二', '三', '一'])
  expect(within(index()).getByRole('status').textContent).toBe('移到了第3位，共3位')
})

test('a question is deleted only after it was confirmed; the next one opens [CREA-073]', async () => {
  const { words, user } = open(three())
  await user.click(button('删除这道题'))
  const dialog = await screen.findByRole('alertdialog', { name: '删除第1题？' })
  await user.click(within(dialog).getByRole('button', { name: '先留着' }))
  expect(words()).toEqual(['一', '二', '三'])
  await user.click(button('删除这道题'))
  await confirm(user, '删除第1题？')
  expect(words()).toEqual(['二', '三'])
  expect(screen.getByRole('textbox', { name: '题干' })).toHaveProperty('value', '二')
})

test('a copy stands behind its original', async () => {
  const { words, user } = open(three())
  await user.click(button('复制这道题'))
  expect(words()).toEqual(['一', '一', '二', '三'])
})

test('options are added, moved and deleted after they were confirmed [CREA-074] [CREA-075] [CREA-076]', async () => {
  const { now, user } = open(three())
  const options = () => now()[0]?.options.map(({ body }) => plainText(body))
  await user.click(button('添加选项'))
  await user.type(screen.getByRole('textbox', { name: '选项3' }), '丙')
  expect(options()).toEqual(['选项A', '选项B', '丙'])
  button('移动选项3').focus()
  await user.keyboard('{Home}')
  expect(options()).toEqual(['丙', '选项A', '选项B'])
  await user.click(button('删除选项2'))
  expect(options()).toHaveLength(3)
  await confirm(user, '删除选项2？')
  expect(options()).toEqual(['丙', '选项B'])
  await waitFor(() => expect(document.activeElement).toBe(button('添加选项')))
})

test('which options are right is ticked; one is a single choice, several a multiple choice [CREA-080]', async () => {
  const { now, user } = open(three())
  const ticks = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /正确答案/ })
  expect(ticks().map(({ checked }) => checked)).toEqual([true, false])
  expect(lines()[0]?.textContent).toContain('单选')
  await user.click(ticks()[1] as HTMLElement)
  expect(now()[0]?.options.map(({ correct }) => correct)).toEqual([true, true])
  expect(lines()[0]?.textContent).toContain('多选')
  await user.click(ticks()[0] as HTMLElement)
  expect(now()[0]?.options.map(({ correct }) => correct)).toEqual([false, true])
})

test('shuffling is switched on and off [CREA-079]', async () => {
  const { now, user } = open(three())
  await user.click(screen.getByRole('switch', { name: '打乱选项顺序' }))
  expect(now().map(({ shuffleOptions }) => shuffleOptions)).toEqual([true, false, false])
  await user.click(screen.getByRole('switch', { name: '打乱选项顺序' }))
  expect(now()[0]?.shuffleOptions).toBe(false)
})

test('feedback for right and wrong answers is added, written, and deleted after it was confirmed [CREA-077] [CREA-078]', async () => {
  const { now, user } = open(three())
  const feedback = () => now()[0]?.quizFeedback
  expect(feedback()).toEqual({ correct: null, wrong: null })
  await user.click(button('添加答错后的反馈'))
  await user.type(screen.getByRole('textbox', { name: '答错后的反馈' }), '再看看')
  await user.click(button('添加答对后的反馈'))
  expect(feedback()).toEqual({ correct: richText(''), wrong: richText('再看看') })
  await user.click(button('删除答错后的反馈'))
  expect(feedback()?.wrong).not.toBeNull()
  await confirm(user, '删除答错后的反馈？')
  expect(feedback()).toEqual({ correct: richText(''), wrong: null })
})

test('what to read again is found by its words and taken', async () => {
  const card = {
    id: 'ltu_9',
    type: 'tutorial',
    slug: 'csm',
    language: 'zh',
    title: '级联阴影',
    thumbnail: { url: null },
  }
  const hit = {
    id: 'se_9',
    type: 'section',
    number: 2,
    anchor: 'x',
    title: { text: '切分视锥', marks: [] },
    snippet: null,
  }
  const sent = fakeServer({
    '/api/learn/search': () => ({ results: [{ id: 'ltu_9', type: 'tutorial', tutorial: card, hits: [hit] }] }),
  })
  const { now, user } = open(three())
  await user.type(screen.getByRole('combobox', { name: '答错后建议重读' }), '级联')
  await user.click(await screen.findByRole('option', { name: /切分视锥/ }))
  expect(now()[0]?.contentIds).toEqual(['se_9'])
  expect(screen.getByRole('list', { name: '答错后建议重读' }).textContent).toContain('切分视锥')
  expect(sent.find(({ path }) => path === '/api/learn/search')?.query.get('k')).toBe('["query:级联"]')
  await user.click(button('移除《级联阴影 · 切分视锥》'))
  expect(now()[0]?.contentIds).toEqual([])
})

test('a question that is a picture is called so, never by the id of the picture', () => {
  const picture = { type: 'image', attrs: { imageId: 'img_0a1b', alt: '', caption: '', width: 'full' } }
  const named = { ...picture, attrs: { ...picture.attrs, alt: '三盏灯' } }
  const question = (id: string, content: object[]) => ({
    ...sampleQuestion('', id),
    body: { type: 'doc', content } as QuestionForm['body'],
  })
  open([question('qq_1', [picture]), question('qq_2', [named]), question('qq_3', [])])
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('（只有图片）'),
    expect.stringContaining('三盏灯'),
    expect.stringContaining('还没有写题目'),
  ])
})

test('only the open question has editors, however many there are', async () => {
  const many = Array.from({ length: 200 }, (_, at) => sampleQuestion(`题${at}`, `qq_${at}`))
  const { user } = open(many)
  expect(lines()).toHaveLength(200)
  expect(document.querySelectorAll('[data-rich]')).toHaveLength(3)
  await user.click(within(lines()[150] as HTMLElement).getByRole('button', { name: /题150/ }))
  expect(screen.getByRole('textbox', { name: '题干' })).toHaveProperty('value', '题150')
  expect(document.querySelectorAll('[data-rich]')).toHaveLength(3)
  expect(lines()[150]?.querySelector('[aria-current="step"]')).toBeTruthy()
})

test('a full quiz takes no further question, a full question no further option', async () => {
  const [full] = three() as [QuestionForm]
  const options = Array.from({ length: 50 }, (_, at) => ({
    ...full.options[1],
    id: `qo_${at}`,
  })) as QuestionForm['options']
  const many = Array.from({ length: 499 }, (_, at) => sampleQuestion(`题${at}`, `qq_${at}`))
  const { now, user } = open([{ ...full, options }, ...many])
  expect(screen.queryByRole('button', { name: '添加选项' })).toBeNull()
  expect(screen.getByText('一道题最多50个选项')).toBeTruthy()
  await user.click(button('添加题目'))
  expect(now()).toHaveLength(500)
})

test('a question that is left unfinished is marked in the list, an untouched one is not [CREA-097] [CREA-098]', async () => {
  const [one, two, last] = three() as [QuestionForm, QuestionForm, QuestionForm]
  const noneRight = { ...one, options: one.options.map((option) => ({ ...option, correct: false })) }
  const { user, now } = open([noneRight, { ...two, options: two.options.slice(0, 1) }, last])
  expect(index().textContent).not.toContain('每道题')
  await user.click(button('下一题'))
  expect(lines()[0]?.textContent).toContain('每道题至少要有一个正确答案')
  expect(lines()[1]?.textContent).not.toContain('每道题')
  await user.click(button('下一题'))
  expect(lines()[1]?.textContent).toContain('每道题至少要有两个选项')
  expect(now()).toHaveLength(3)
})

test('a save of a quiz without questions is not sent and says why [CREA-096]', async () => {
  const sent = fakeServer({})
  const { draftEditor } = open([], { unityVersionRange: { minVersionId: null, maxVersionId: '3.0', withAll: false } })
  expect(screen.getByRole('heading', { name: '还没有题目' })).toBeTruthy()
  expect(await draftEditor.save('questions')).toBe('invalid')
  draftEditor.change('questions', {
    ...draftEditor.state().forms.questions,
    unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
  })
  expect(await draftEditor.save('questions')).toBe('invalid')
  expect(await screen.findByText('至少要有一道题')).toBeTruthy()
  expect(sent).toEqual([])
})

test('unchanged questions are not posted again, and not with a version range that is unsaved [CREA-082] [CREA-083]', async () => {
  const sent = fakeServer({})
  const { draftEditor, user } = open(three())
  expect(await draftEditor.save('questions')).toBe('unchanged')
  await user.type(screen.getByRole('textbox', { name: '题干' }), '？')
  await user.click(screen.getByRole('switch', { name: '所有版本都适用' }))
  expect(await screen.findByText(/引擎版本范围不对/)).toBeTruthy()
  expect(await draftEditor.save('questions')).toBe('invalid')
  expect(sent).toEqual([])
  const { questions, unityVersionRange } = sampleQuizForms().questions
  const answer = {
    cnQuizData: { questionForms: { questions, unityVersionRange } },
    draft: {
      id: 'lxx_1',
      version: 2,
      partVersions: { questions: 2 },
      savedAt: '2026-03-01T04:04:00.000Z',
      savedBy: null,
    },
  }
  const posted = fakeServer({ '/api/learn/cn/quiz/lxx_1/questions': () => answer })
  await user.selectOptions(screen.getByRole('combobox', { name: '最低版本' }), '2.2')
  expect(await draftEditor.save('questions')).toBe('saved')
  expect(posted.map(({ body }) => body.unityVersionRange)).toEqual([
    { minVersionId: '2.2', maxVersionId: null, withAll: false },
  ])
})

test('the list folds into numbers', async () => {
  const { user } = open(three())
  await user.click(button('只看题号'))
  expect(button('展开题目').getAttribute('aria-expanded')).toBe('false')
})

test('a question gets another kind, and what counts as right is written', async () => {
  const { draftEditor, now, user } = open([sampleQuestion('一', 'qq_1')])
  const kind = screen.getByRole('combobox', { name: '题型' })
  await user.selectOptions(kind, '数值题')
  await user.type(screen.getByRole('textbox', { name: '数值' }), '９,81')
  await user.clear(screen.getByRole('textbox', { name: '误差' }))
  await user.type(screen.getByRole('textbox', { name: '误差' }), '0.05')
  await user.click(button('添加单位'))
  await user.type(screen.getByRole('textbox', { name: '单位' }), 'm')
  expect(now()[0]?.ask).toEqual({
    kind: 'numeric',
    answers: [{ value: 9.81, tolerance: 0.05, percent: false, credit: 100 }],
    units: [{ name: 'm', factor: 1 }],
  })
  expect(screen.queryByRole('heading', { name: '选项' })).toBeNull()

  await user.selectOptions(kind, '填写题')
  await user.type(screen.getByRole('textbox', { name: '答案' }), '阴影')
  await user.click(screen.getByRole('checkbox', { name: '区分大小写' }))
  expect(now()[0]?.ask).toEqual({ kind: 'text', answers: [{ text: '阴影', credit: 100 }], matchCase: true })

  await user.selectOptions(kind, '匹配题')
  const [match] = screen.getAllByRole('textbox', { name: '与它配对' })
  if (match) await user.type(match, '光')
  expect(now()[0]?.options[0]?.match).toBe('光')
  await user.type(screen.getByRole('textbox', { name: '干扰项' }), '甲{Enter}乙')
  expect(now()[0]?.ask).toEqual({ kind: 'matching', others: ['甲', '乙'] })

  await user.selectOptions(kind, '填空题')
  await user.type(screen.getByRole('textbox', { name: '答案' }), '深度')
  await user.click(button('添加一个空'))
  await user.selectOptions(screen.getByRole('combobox', { name: '第2空填什么' }), '数值')
  await user.type(screen.getByRole('textbox', { name: '数值' }), '2')
  expect(now()[0]?.ask).toMatchObject({
    kind: 'gaps',
    gaps: [
      { kind: 'text', answers: [{ text: '深度', credit: 100 }] },
      { kind: 'numeric', answers: [{ value: 2 }] },
    ],
  })
  expect(quizKind.faults('questions', draftEditor.state().forms, [])).toMatchObject([
    { field: 'questions.qq_1.body', key: 'quiz.fault.gaps' },
  ])

  await user.selectOptions(kind, '论述题')
  await user.type(await screen.findByRole('textbox', { name: '批改要点' }), '有数')
  const most = screen.getByRole('textbox', { name: '最多' })
  await user.clear(most)
  await user.type(most, '800')
  await user.tab()
  expect(now()[0]?.ask).toEqual({ kind: 'essay', least: 0, most: 800, guidance: '有数' })

  await user.selectOptions(kind, '选择题')
  expect(now()[0]?.ask).toBeUndefined()
  expect(now()[0]?.options).toHaveLength(2)
})

test('a kind that is chosen back has what was written under it, of a question and of a gap', async () => {
  const { now, user } = open([sampleQuestion('一', 'qq_1')])
  const kind = screen.getByRole('combobox', { name: '题型' })
  await user.selectOptions(kind, '填写题')
  await user.type(screen.getByRole('textbox', { name: '答案' }), '阴影')
  await user.selectOptions(kind, '排序题')
  await user.selectOptions(kind, '填写题')
  expect(now()[0]?.ask).toMatchObject({ kind: 'text', answers: [{ text: '阴影' }] })

  await user.selectOptions(kind, '填空题')
  await user.type(screen.getByRole('textbox', { name: '答案' }), '深度')
  const gap = screen.getByRole('combobox', { name: '第1空填什么' })
  await user.selectOptions(gap, '数值')
  expect(now()[0]?.ask).toMatchObject({ gaps: [{ kind: 'numeric', answers: [{ value: null }] }] })
  await user.selectOptions(gap, '文字')
  expect(now()[0]?.ask).toMatchObject({ gaps: [{ kind: 'text', answers: [{ text: '深度' }] }] })
  await user.selectOptions(kind, '选择题')
  await user.selectOptions(kind, '填空题')
  expect(now()[0]?.ask).toMatchObject({ gaps: [{ kind: 'text', answers: [{ text: '深度' }] }] })
})

test('what a kind lacks is said where it is written', async () => {
  const { draftEditor, user } = open([sampleQuestion('一', 'qq_1')])
  await user.selectOptions(screen.getByRole('combobox', { name: '题型' }), '填写题')
  await user.click(screen.getByRole('textbox', { name: '答案' }))
  await user.tab()
  expect(screen.getAllByText('至少要有一个得满分的答案').length).toBeGreaterThan(0)
  expect(quizKind.faults('questions', draftEditor.state().forms, [])).toMatchObject([
    { field: 'questions.qq_1.ask.answers' },
  ])
})

test('areas of a picture are drawn with a pointer, pressed corner by corner, or written as numbers', async () => {
  const picture = { type: 'image', attrs: { imageId: 'img_0a1b', alt: '墙', caption: '', width: 'full' } }
  const body = { type: 'doc' as const, content: [picture] }
  const { draftEditor, now, user } = open([{ ...sampleQuestion('一', 'qq_1'), body }])
  await user.selectOptions(screen.getByRole('combobox', { name: '题型' }), '图上标点')
  expect(quizKind.faults('questions', draftEditor.state().forms, [])).toMatchObject([
    { field: 'questions.qq_1.ask.areas', key: 'quiz.fault.areas' },
  ])
  await user.click(await screen.findByRole('button', { name: '加一个区域' }))
  await user.clear(screen.getByRole('textbox', { name: '左边（%）' }))
  await user.type(screen.getByRole('textbox', { name: '左边（%）' }), '12.5')
  const written = { shape: 'rectangle', at: [0.125, 0.4, 0.2, 0.2] }
  expect(now()[0]?.ask).toEqual({ kind: 'hotspot', most: 1, areas: [written] })
  expect(quizKind.faults('questions', draftEditor.state().forms, [])).toEqual([])

  const stage = document.querySelector<HTMLElement>('[class*="stage"]:has(> svg)')
  if (!stage) throw new Error('nothing to draw on')
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100)
  stage.setPointerCapture = () => undefined
  const at = (clientX: number, clientY: number) => ({ coords: { clientX, clientY }, target: stage })
  await user.click(screen.getByRole('radio', { name: '圆' }))
  await user.pointer([{ ...at(20, 10), keys: '[MouseLeft>]' }, at(60, 30), { ...at(60, 30), keys: '[/MouseLeft]' }])
  await user.click(screen.getByRole('radio', { name: '多边形' }))
  for (const corner of [at(0, 0), at(200, 0), at(100, 100)]) await user.pointer({ ...corner, keys: '[MouseLeft]' })
  await user.click(button('完成多边形'))
  expect(now()[0]?.ask).toMatchObject({
    areas: [written, { shape: 'ellipse', at: [0.2, 0.2, 0.1, 0.1] }, { shape: 'polygon', at: [0, 0, 1, 0, 0.5, 1] }],
  })
  await user.click(button('删除区域1'))
  expect(now()[0]?.ask).toMatchObject({ areas: [{ shape: 'ellipse' }, { shape: 'polygon' }] })
  // as numbers are written with a comma, and twice the same area on the way to another one
  const corners = screen.getByRole('textbox', { name: '顶点（%）' })
  await user.clear(corners)
  await user.type(corners, '0 0; 50,5 0; 100 99,5')
  const polygon = { shape: 'polygon', at: [0, 0, 0.505, 0, 1, 0.995] }
  expect(now()[0]?.ask).toMatchObject({ areas: [{ shape: 'ellipse' }, polygon] })
  for (let twice = 0; twice < 2; twice++) await user.click(button('加一个区域'))
  expect(now()[0]?.ask).toMatchObject({ areas: { length: 4 } })
})
