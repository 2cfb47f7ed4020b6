// @vitest-environment jsdom
import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
import type { EditorData } from '../editor-shell/editor-kind.ts'
import { box, button, choice } from '../testing/controls.ts'
import { sampleQuizForms } from '../testing/quiz-forms.ts'
import { sampleData } from '../testing/sample-draft.ts'
import { author } from '../testing/show-in-editor.tsx'
import { QuizEditor } from './quiz-editor.tsx'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))

beforeEach(prepareBrowser)

const paths = {
  general: '/api/learn/cn/quiz/lqz_1/general',
  questions: '/api/learn/cn/quiz/lqz_1/questions',
  details: '/api/learn/cn/quiz/lqz_1/details',
  publish: '/api/learn/cn/quiz/lqz_1/publish',
}

/** The editor of a quiz on a server that keeps what it is sent; `refuse` answers the next call of a path. */
function openQuiz(tab: 'g' | 'q' | 'd') {
  let forms = sampleQuizForms()
  let version = 3
  const partVersions: Record<string, number> = { general: 1, questions: 2, details: 3 }
  const { forms: _forms, ...sample } = sampleData().draft as NonNullable<ReturnType<typeof sampleData>['draft']>
  const draft = () => ({ ...sample, id: 'lqz_1', type: 'quiz' as const, slug: 'shadow-quiz', version, partVersions })
  const saved = () => ({
    draft: { ...draft() },
    cnQuizData: { general: forms.general, questionForms: forms.questions, details: forms.details },
  })
  const refuse = new Map<string, { status: number; body: object }>()
  const part = (name: keyof QuizForms) => (sent: FakeCall) => {
    const refusal = refuse.get(sent.path)
    if (refusal) return Response.json(refusal.body, { status: refusal.status })
    const { baseVersion: _base, ...form } = sent.body
    forms = { ...forms, [name]: form }
    partVersions[name] = ++version
    return saved()
  }
  const calls = fakeServer({
    [paths.general]: part('general'),
    [paths.questions]: part('questions'),
    [paths.details]: part('details'),
    [paths.publish]: (sent) => {
      const refusal = refuse.get(sent.path)
      return refusal ? Response.json(refusal.body, { status: refusal.status }) : saved()
    },
    '/api/learn/creator/draft/lqz_1/check': () => ({ faults: [], warnings: [] }),
  })
  const data: EditorData<QuizForms> = {
    ...sampleData(),
    editor: 'lqz_1',
    draft: { ...draft(), forms },
    forms,
  }
  show(<QuizEditor data={data} campus={false} />, author, { at: `/quiz/lqz_1/edit?tab=${tab}` })
  return {
    refuse,
    sent: () => calls.map(({ path }) => path).filter((path) => Object.values(paths).includes(path)),
    bodies: (path: string) => calls.filter((one) => one.path === path).map(({ body }) => body),
  }
}

test('the general form, the questions and the details are posted by their calls, and each time the page says that they are saved [CREA-085] [CREA-111] [CREA-113]', async () => {
  const user = userEvent.setup()
  for (const [tab, path, change] of [
    ['g', paths.general, () => user.type(box('标题'), '（上）')],
    ['q', paths.questions, () => user.type(box('题干'), '？')],
    ['d', paths.details, () => user.selectOptions(choice('难度'), '高级')],
  ] as const) {
    const { sent } = openQuiz(tab)
    await change()
    const before = currentToasts().map(({ id }) => id)
    await user.click(button('保存'))
    await waitFor(() => {
      const said = currentToasts().filter(({ id }) => !before.includes(id))
      expect(said).toMatchObject([{ tone: 'info', text: '修改已保存。' }])
    })
    expect([path, sent()]).toEqual([path, [path]])
    cleanup()
  }
})

test('what the server does not take of a quiz is said at its field, and a publication that is refused in words [CREA-105]', async () => {
  const user = userEvent.setup()
  const { refuse, sent } = openQuiz('g')
  const details = [{ field: 'title', message: '这个标题用过了。' }]
  refuse.set(paths.general, { status: 400, body: { code: 'bad_request', message: '有一处要改。', details } })
  await user.type(box('标题'), '（上）')
  await user.click(button('保存'))
  expect((await screen.findAllByText('这个标题用过了。')).length).toBeGreaterThan(0)
  expect(box('标题').value).toBe('阴影小测（上）')
  refuse.clear()
  refuse.set(paths.publish, { status: 422, body: { code: 'bad_request', message: '这次没有发布成功。' } })
  await user.type(box('标题'), '（下）')
  await user.click(button('发布'))
  const dialog = await screen.findByRole('alertdialog', { name: '先保存，再发布' })
  expect(sent()).toEqual([paths.general])
  await user.click(within(dialog).getByRole('button', { name: '保存并发布' }))
  expect((await screen.findAllByText('这次没有发布成功。')).length).toBeGreaterThan(0)
  expect(sent()).toEqual([paths.general, paths.general, paths.publish])
  expect(screen.queryByRole('dialog', { name: '已经发布' })).toBeNull()
})

test('a quiz can be published while its general and its details form are valid, and is saved before [CREA-063] [CREA-069]', async () => {
  const user = userEvent.setup()
  const { sent, bodies } = openQuiz('g')
  const isClosed = () => button('发布').getAttribute('aria-disabled') === 'true'
  expect(isClosed()).toBe(false)
  await user.clear(box('标题'))
  expect(isClosed()).toBe(true)
  await user.type(box('标题'), '终稿')
  expect(isClosed()).toBe(false)
  await user.click(within(screen.getByRole('navigation', { name: '编辑内容' })).getByRole('link', { name: /^详情/ }))
  const pass = await screen.findByRole('textbox', { name: '通过所需题数' })
  await user.clear(pass)
  expect(isClosed()).toBe(true)
  expect(sent()).toEqual([paths.general])
  await user.type(pass, '1')
  expect(isClosed()).toBe(false)
  await user.selectOptions(choice('难度'), '高级')
  await user.click(button('发布'))
  await user.click(
    within(await screen.findByRole('alertdialog', { name: '先保存，再发布' })).getByRole('button', {
      name: '保存并发布',
    }),
  )
  expect(await screen.findByRole('dialog', { name: '已经发布' })).toBeTruthy()
  expect(sent()).toEqual([paths.general, paths.details, paths.publish])
  expect(bodies(paths.publish)[0]).toMatchObject({ title: '终稿', details: { skillLevel: 'advanced' } })
})
