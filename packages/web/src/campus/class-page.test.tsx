// @vitest-environment jsdom
import type { AssignmentCell, ClassProgress, ClassPage as ClassShown } from '@lantern/contract/campus/assignments.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ClassPage, type ClassPageProps } from './class-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const path = '/campus/class/kl_1'
const cell: AssignmentCell = {
  begun: true,
  done: false,
  percent: 40,
  score: null,
  toolMark: null,
  waiting: false,
  late: false,
  mark: null,
}
const assignment: ClassShown['assignments'][number] = {
  id: 'as_1',
  itemId: 'lqz_1',
  type: 'quiz',
  title: '灯的体检',
  language: 'zh',
  path: '/campus/quiz/lqz_1',
  opensAt: '2026-03-01T00:00:00.000Z',
  dueAt: '2026-03-08T04:00:00.000Z',
  note: '先看第三步。',
  rubric: null,
  releaseAt: null,
  personDates: [],
  recipients: null,
  prerequisites: [],
  openedFor: [],
  waitsFor: [],
  counts: { learners: 3, done: 1, begun: 1, late: 1, marked: 0 },
}
const sample: ClassShown = {
  id: 'kl_1',
  unseen: 0,
  name: '图形一班',
  organisationId: 'og_1',
  organisationName: '引擎学院',
  timeZone: 'Asia/Shanghai',
  isTeacher: true,
  isAway: false,
  learners: 3,
  assignments: [assignment],
  own: null,
  groups: [],
}
const progress: ClassProgress = {
  rows: [
    {
      userId: 'u_1',
      name: '江照',
      number: '2026001',
      cells: [{ ...cell, done: true, percent: 100, score: { correct: 2, questions: 3 }, late: true }],
    },
    { userId: 'u_2', name: '许青禾', number: '', cells: [cell] },
    { userId: 'u_3', name: '陈停', number: '', cells: [{ ...cell, begun: false, percent: 0 }] },
  ],
  total: 3,
  next: null,
}

function open(change: Partial<ClassShown> = {}, props: Partial<ClassPageProps> = {}) {
  const page = (
    <ClassPage shown={{ ...sample, ...change }} progress={progress} path={path} q="" chosenId="" {...props} />
  )
  return show(page, learnerSession(), { at: path })
}

const rowTexts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('a teacher sees how far each learner is with each assignment, and takes it along as a file', async () => {
  open()
  expect((await screen.findByRole('columnheader', { name: /灯的体检/ })).textContent).toContain('2026-03-08 12:00截止')
  expect(rowTexts()).toEqual([
    '江江照2026001给江照评《灯的体检》完成2/3逾期',
    '许许青禾给许青禾评《灯的体检》40%',
    '陈陈停给陈停评《灯的体检》未开始',
  ])
  const inTable = within(screen.getByRole('table'))
  expect(inTable.getByRole('link', { name: '灯的体检' }).getAttribute('href')).toBe('/campus/quiz/lqz_1')
  const files = ['导出CSV', '导出XLSX'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
  expect(files).toEqual(['/api/campus/class/kl_1/assignments.csv', '/api/campus/class/kl_1/assignments.xlsx'])
  // what is due next is in reach from its figure
  const next = screen.getByText('最近截止').closest('div')
  expect(next && within(next).getByRole('link', { name: '灯的体检' }).getAttribute('href')).toBe('/campus/quiz/lqz_1')
})

test('of many learners those in sight are drawn, and the next page comes while one scrolls', async () => {
  const many = (from: number) =>
    Array.from({ length: 100 }, (_, at) => ({
      userId: `u_${from + at}`,
      name: `学员${from + at}`,
      number: '',
      cells: [cell],
    }))
  const calls = fakeServer({
    '/api/campus/class/kl_1/progress': () => ({ rows: many(100), total: 200, next: null }),
  })
  open({}, { progress: { rows: many(0), total: 200, next: 'u_99' } })
  const box = await screen.findByRole('region', { name: '每个人的进度' })
  Object.defineProperty(box, 'clientHeight', { value: 520 })
  fireEvent.scroll(box, { target: { scrollTop: 90 * 52 } })
  expect(await screen.findByRole('rowheader', { name: /学员100/ })).toBeTruthy()
  expect(calls.filter(({ path: asked }) => asked.endsWith('/progress')).map(({ query }) => query.get('after'))).toEqual(
    ['u_99'],
  )
  expect(rowTexts().length).toBeLessThan(40)
  const first = screen.getAllByRole('row')[1]
  expect(first?.getAttribute('aria-rowindex')).toBe('84')
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('201')
})

test('a page of learners that does not come is said, and asked for again', async () => {
  const user = userEvent.setup()
  open({}, { progress: { ...progress, next: 'u_3', total: 200 } })
  fireEvent.scroll(await screen.findByRole('region', { name: '每个人的进度' }))
  fakeServer({
    '/api/campus/class/kl_1/progress': () => ({
      rows: [{ userId: 'u_9', name: '后来者', cells: [cell] }],
      total: 4,
      next: null,
    }),
  })
  await user.click(await screen.findByRole('button', { name: '再试一次' }))
  expect(await screen.findByRole('rowheader', { name: /后来者/ })).toBeTruthy()
  expect(screen.queryByText('其余的人没有加载出来。')).toBeNull()
})

test('an item is found by its title and assigned by the organisation’s clock', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    '/api/campus/class/kl_1/assignable': () => ({
      results: [{ id: 'ltu_1', type: 'tutorial', title: '第一盏灯', language: 'zh' }],
    }),
    '/api/campus/class/kl_1/assignment': () => ({ id: 'as_2' }),
  })
  open({ timeZone: 'Europe/Berlin' })
  await user.click(screen.getByRole('button', { name: '布置' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('combobox', { name: '教程、项目、课程或测验' }), '灯')
  await user.click(await screen.findByRole('option', { name: /第一盏灯/ }))
  fireEvent.change(dialog.getByLabelText('开放时间'), { target: { value: '2026-03-28T12:00' } })
  fireEvent.change(dialog.getByLabelText('截止时间'), { target: { value: '2026-03-29T12:00' } })
  expect(dialog.getByText(/中欧时间/)).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /给学习者的话/ }), '先看第三步')
  await user.click(dialog.getByRole('button', { name: '布置' }))
  expect(await screen.findByText('已经布置。')).toBeTruthy()
  expect(calls.find(({ path: asked }) => asked.endsWith('/assignment'))?.body).toEqual({
    item: 'ltu_1',
    opensAt: '2026-03-28T12:00',
    dueAt: '2026-03-29T12:00',
    note: '先看第三步',
    recipients: null,
    prerequisites: [],
  })
})

test('before something is assigned a second time the teacher is told what that replaces', async () => {
  const user = userEvent.setup()
  const found = (id: string, title: string) => ({ id, type: 'quiz', title, language: 'zh' })
  fakeServer({
    '/api/campus/class/kl_1/assignable': () => ({
      results: [found('lqz_1', '灯的体检'), found('lqz_2', '影的体检')],
    }),
  })
  open()
  await user.click(screen.getByRole('button', { name: '布置' }))
  const dialog = within(await screen.findByRole('dialog'))
  const item = dialog.getByRole('combobox', { name: '教程、项目、课程或测验' })
  await user.type(item, '体检')
  await user.click(await screen.findByRole('option', { name: /灯的体检\s*测验/ }))
  expect(dialog.getByText(/已经布置过/)).toBeTruthy()
  await user.clear(item)
  await user.type(item, '体检')
  await user.click(await screen.findByRole('option', { name: /影的体检\s*测验/ }))
  expect(dialog.queryByText(/已经布置过/)).toBeNull()
})

test('what is refused of an assignment stands at its field, and what was typed stays', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    '/api/campus/class/kl_1/assignable': () => ({ results: [] }),
    '/api/campus/class/kl_1/assignment': () =>
      Response.json(
        { code: 'bad_request', message: '', details: [{ field: 'item', message: '这项内容不是给这个班的。' }] },
        { status: 400 },
      ),
  })
  open()
  await user.click(screen.getByRole('button', { name: '布置' }))
  const dialog = within(await screen.findByRole('dialog'))
  const item = dialog.getByRole('combobox', { name: '教程、项目、课程或测验' })
  await user.type(item, '/tutorial/other')
  await user.click(dialog.getByRole('button', { name: '布置' }))
  expect(await dialog.findByText('这项内容不是给这个班的。')).toBeTruthy()
  expect((item as HTMLInputElement).value).toBe('/tutorial/other')
  const sent = calls.filter(({ path: asked }) => asked.endsWith('/assignment'))
  expect(sent.map(({ body }) => body.item)).toEqual(['/tutorial/other'])
})

test('an assignment is changed, given to one learner at other dates, and taken back once that is confirmed', async () => {
  const user = userEvent.setup()
  const at = '/api/campus/class/kl_1/assignment/as_1'
  const calls = fakeServer({
    '/api/campus/class/kl_1/progress': () => progress,
    [`${at}/person`]: () => ({ success: true }),
    [`${at}/withdraw`]: () => ({ success: true }),
  })
  const dates = { userId: 'u_2', name: '许青禾', opensAt: assignment.opensAt, dueAt: '2026-03-10T04:00:00.000Z' }
  open({ assignments: [{ ...assignment, personDates: [dates] }] }, { progress: null })
  expect(await screen.findByText('2026-03-01 08:00开放，2026-03-10 12:00截止')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '《灯的体检》：个别人另定日期' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('这个人不是这个班的学员。')).toBeTruthy()
  await user.type(dialog.getByRole('combobox', { name: '学员' }), '江')
  await user.click(await screen.findByRole('option', { name: '江照' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已给江照另定日期。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消给许青禾另定的日期' }))
  await screen.findByText('许青禾和全班的日期一样了。')
  await user.click(screen.getByRole('button', { name: '收回《灯的体检》' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '收回' }))
  expect(await screen.findByText('已收回《灯的体检》。')).toBeTruthy()
  expect(calls.filter(({ path: asked }) => asked.startsWith(at)).map(({ body }) => body)).toEqual([
    { userId: 'u_1', dates: { opensAt: '2026-03-01T08:00', dueAt: '2026-03-08T12:00' }, before: null },
    { userId: 'u_2', dates: null },
    {},
  ])
})

test('a change of what a colleague took back meanwhile is refused in words, and stays typed', async () => {
  const user = userEvent.setup()
  const message = '这项作业已被收回，没有保存。'
  const calls = fakeServer({
    '/api/campus/class/kl_1/progress': () => progress,
    '/api/campus/class/kl_1/assignment': () =>
      Response.json({ code: 'bad_request', message: '', details: [{ field: 'item', message }] }, { status: 400 }),
  })
  open({}, { progress: null })
  await user.click(await screen.findByRole('button', { name: '修改《灯的体检》' }))
  const dialog = within(await screen.findByRole('dialog'))
  const note = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /给学习者的话/ })
  await user.type(note, '带上灯')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(message)
  expect(note.value).toContain('带上灯')
  expect(calls.find(({ path: asked }) => asked.endsWith('/assignment'))?.body.assignmentId).toBe('as_1')
})

test('a press on a cell gives points and feedback; what cannot be is said and stays, and learners do not see it yet', async () => {
  const user = userEvent.setup()
  const at = '/api/campus/class/kl_1/assignment/as_1'
  const calls = fakeServer({ [`${at}/mark`]: () => ({ success: true }) })
  const mark = { points: 80, feedback: '阴影还会抖。' }
  open(
    {},
    { progress: { ...progress, rows: [{ userId: 'u_2', name: '许青禾', number: '', cells: [{ ...cell, mark }] }] } },
  )
  const act = await screen.findByRole('button', { name: /给许青禾评《灯的体检》/ })
  expect(act.textContent).toContain('80分学员还看不到')
  await user.click(act)
  const dialog = within(await screen.findByRole('dialog'))
  const points = dialog.getByRole('textbox', { name: '分数' })
  await user.clear(points)
  await user.type(points, '101')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('请填0到100的整数。')).toBeTruthy()
  expect(calls).toEqual([])
  await user.clear(points)
  await user.type(points, '９2')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存对许青禾的评分。')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ userId: 'u_2', points: 92, feedback: '阴影还会抖。', before: mark })
})

test('what a colleague gave meanwhile is shown, what was typed stays, and saving again replaces it', async () => {
  const user = userEvent.setup()
  const at = '/api/campus/class/kl_1/assignment/as_1'
  const details = [{ field: 'before', message: '别的老师刚评过：80 · 稳。再保存一次就会替换。' }]
  const calls = fakeServer({
    [`${at}/mark`]: ({ body }) =>
      'before' in body
        ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 })
        : { success: true },
  })
  open({}, { progress: { ...progress, rows: [{ userId: 'u_2', name: '许青禾', number: '', cells: [cell] }] } })
  await user.click(await screen.findByRole('button', { name: /给许青禾评《灯的体检》/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '分数' }), '75')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('80 · 稳。')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '分数' }).value).toBe('75')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const given = { userId: 'u_2', points: 75, feedback: '' }
  expect(calls.filter(({ path: asked }) => asked.endsWith('/mark')).map(({ body }) => body)).toEqual([
    { ...given, before: null },
    given,
  ])
})

test('marks are released at once, at a time of the organisation’s clock, or hidden again', async () => {
  const user = userEvent.setup()
  const at = '/api/campus/class/kl_1/assignment/as_1/release'
  const calls = fakeServer({ [at]: () => ({ success: true }) })
  open({}, { progress: null })
  expect(await screen.findByText('0份成绩，还没发布')).toBeTruthy()
  for (const choice of ['现在就发布', '到时间自动发布', '先不给看']) {
    await user.click(screen.getByRole('button', { name: '发布成绩：《灯的体检》' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(dialog.getByRole('combobox', { name: '学员什么时候看到' }), choice)
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(calls.map(({ body }) => body)).toEqual([{}, { at: '2026-03-08T12:00' }, { at: null }])
})

test('a member sees what is due and how far they are, and no one else', async () => {
  open(
    { isTeacher: false, learners: null, own: [{ ...cell, mark: { points: 92, feedback: '稳。' } }] },
    { progress: null },
  )
  const list = within(await screen.findByRole('list', { name: '我的作业' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '测验灯的体检2026-03-08 12:00截止先看第三步。评语 稳。40%92分',
  ])
  expect(screen.queryByRole('button', { name: '布置' })).toBeNull()
  expect(screen.queryByRole('link', { name: '导出CSV' })).toBeNull()
})

test('a class that was put away says so, and offers nothing that would reach its learners', async () => {
  open({ isAway: true })
  expect(screen.getByText(/^这个班已收起/)).toBeTruthy()
  for (const name of ['发消息', '布置']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: '授课' })).toBeNull()
  await screen.findByRole('table')
})

test('a class without assignments or learners says so', async () => {
  open({ assignments: [] }, { progress: { rows: [], total: 0, next: null } })
  expect(screen.getByText('布置一篇教程或一个测验，就能看到每个人的进度。')).toBeTruthy()
  cleanup()
  open({ learners: 0 }, { progress: { rows: [], total: 0, next: null } })
  expect(await screen.findByText('这个班还没有学员。')).toBeTruthy()
})

test('a teacher writes to those who have not begun an assignment; pressed again it is the same message', async () => {
  const user = userEvent.setup()
  let isAway = true
  const calls = fakeServer({
    '/api/campus/class/kl_1/message': () => {
      if (isAway) return Response.json({ code: 'internal', message: '' }, { status: 500 })
      return { id: 'km_1', people: 1 }
    },
  })
  open()
  await user.click(screen.getByRole('button', { name: '发消息' }))
  const dialog = within(await screen.findByRole('dialog', { name: '给图形一班发消息' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: '发给谁' }), '还没开始的（1人）')
  await user.type(dialog.getByRole('textbox', { name: '标题' }), '小测')
  await user.type(dialog.getByRole('textbox', { name: '内容' }), '周五截止')
  await user.click(dialog.getByRole('button', { name: '发送' }))
  await dialog.findByRole('alert')
  isAway = false
  await user.click(dialog.getByRole('button', { name: '发送' }))
  await screen.findByText('消息已发出。')
  const sent = calls.filter(({ path }) => path.endsWith('/message')).map(({ body }) => body)
  expect(sent).toEqual([sent[0], sent[0]])
  expect(sent[0]).toMatchObject({ audience: 'not_begun', assignmentId: 'as_1', title: '小测', text: '周五截止' })
})

test('what was sent stands in a list of its own, with whom it was for', () => {
  const message = {
    id: 'km_1',
    title: '小测',
    text: '周五截止',
    senderName: '周老师',
    audience: 'late' as const,
    assignmentTitle: '灯的体检',
    people: 3,
    sentAt: '2026-03-02T01:00:00.000Z',
  }
  open({}, { progress: null, messages: [message] })
  expect(screen.getByRole('link', { name: '发过的消息' }).getAttribute('aria-current')).toBe('page')
  return screen.findByText('2026-03-02 09:00 · 周老师 · 迟了的（3人） · 灯的体检')
})

const groups = [
  { id: 'kg_1', name: '渲染小组', userIds: ['u_1'] },
  { id: 'kg_2', name: '动画小组', userIds: [] },
]
const people = progress.rows.map(({ userId, name }) => ({ userId, name }))

test('the table is that of a group where one is chosen, and what is not for somebody is no progress', async () => {
  const shownGroups = groups.map(({ id, name, userIds }) => ({ id, name, learners: userIds.length }))
  const rows = progress.rows.map((row, at) => (at === 1 ? { ...row, cells: [null] } : row))
  open({ groups: shownGroups }, { progress: { ...progress, rows }, group: 'kg_1' })
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: '小组' })
  expect([choice.name, choice.value]).toEqual(['group', 'kg_1'])
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['全部小组', '渲染小组 · 共1人', '动画小组 · 共0人'])
  const row = within(screen.getByRole('row', { name: /许青禾/ }))
  expect(row.getByText('《灯的体检》没有布置给许青禾')).toBeTruthy()
  expect(row.queryByRole('button')).toBeNull()
})

test('groups stand with who is in them and who is in none; a new one is put together by hand', async () => {
  const calls = fakeServer({ '/api/campus/class/kl_1/group': () => ({ id: 'kg_3' }) })
  open({}, { progress: null, groups: { groups, learners: people } })
  const list = await screen.findByRole('list', { name: '小组' })
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('渲染小组共1人江照')
  expect(screen.getByText('还没有小组：许青禾和陈停')).toBeTruthy()
  // the marks of a work's title are for works
  expect(screen.getByRole('button', { name: '修改“渲染小组”' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '新建小组' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新建小组' }))
  await userEvent.type(dialog.getByRole('textbox', { name: '小组名称' }), '灯光')
  // who is in a group already is shown with it
  expect(dialog.getByRole('checkbox', { name: '江照 · 渲染小组' })).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: '陈停' }))
  await userEvent.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() =>
    expect(calls.at(-1)?.body).toEqual({
      name: '灯光',
      userIds: ['u_3'],
      before: { name: '', userIds: [], others: [] },
    }),
  )
})

test('what a colleague changed of a group meanwhile is said, what was typed stays, and saving again replaces it', async () => {
  const user = userEvent.setup()
  const seen: Element[] = []
  HTMLElement.prototype.scrollIntoView = function () {
    seen.push(this)
  }
  const details = [{ field: 'before', message: '刚有别人改过它，现在是：渲染小组 · 陈停。' }]
  const calls = fakeServer({
    '/api/campus/class/kl_1/group': ({ body }) =>
      'before' in body ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 }) : { id: 'kg_1' },
  })
  open({}, { progress: null, groups: { groups, learners: people } })
  await user.click(await screen.findByRole('button', { name: '修改“渲染小组”' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '小组名称' }), '甲')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  const said = await dialog.findByRole('alert')
  expect(said.textContent).toContain('渲染小组 · 陈停')
  // the form may be taller than its dialog
  expect(seen.at(-1)?.contains(said)).toBe(true)
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '小组名称' }).value).toBe('渲染小组甲')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [group] = groups
  const wish = { groupId: 'kg_1', name: '渲染小组甲', userIds: group?.userIds }
  expect(calls.map(({ body }) => body)).toEqual([
    { ...wish, before: { name: '渲染小组', userIds: group?.userIds, others: [] } },
    wish,
  ])
})

test('an assignment is for groups and people who are chosen, and says so', async () => {
  const calls = fakeServer({
    '/api/campus/class/kl_1/group/list': () => ({ groups, learners: people }),
    '/api/campus/class/kl_1/assignment': () => ({ id: 'as_1' }),
  })
  const recipients = { groups: [{ id: 'kg_1', name: '渲染小组' }], people: [{ userId: 'u_3', name: '陈停' }] }
  open({ assignments: [{ ...assignment, recipients }] }, { progress: null })
  expect(await screen.findByText('布置给渲染小组和陈停')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^修改/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /渲染小组/ })).checked).toBe(true)
  await userEvent.click(dialog.getByRole('checkbox', { name: '陈停' }))
  await userEvent.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ recipients: { groupIds: ['kg_1'], userIds: [] } }))
  cleanup()
  open({ assignments: [assignment] }, { progress: null })
  await userEvent.click(await screen.findByRole('button', { name: /^修改/ }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ recipients: null }))
})

const studied = { userId: 'u_1', name: '江照', seconds: 5400, filmSeconds: 600, filmsSeconds: 900 }

test('teachers see what the class finds hard and how long each studied, with what is worth a look', async () => {
  const odd = { kind: 'two_devices' as const, day: '2026-03-02', minutes: 12, title: '级联阴影' }
  const rows = [
    { ...studied, lastAt: '2026-03-02T04:00:00.000Z', anomalies: [odd] },
    { ...studied, userId: 'u_2', name: '许青禾', seconds: 0, filmsSeconds: 0, lastAt: null, anomalies: [] },
  ]
  const point = { kind: 'question' as const, title: '阴影小测', language: 'zh', path: '/quiz/lqz_1', index: 5 }
  const hard = [{ ...point, text: '取整在哪个空间', count: 22, of: 42, siteShare: 0.44 }]
  open({}, { progress: null, study: { time: { rows, total: 2, next: null }, hard } })
  const [item] = within(await screen.findByRole('list', { name: '这个班觉得难的地方' })).getAllByRole('listitem')
  expect(item?.textContent).toContain('取整在哪个空间')
  expect(item?.textContent).toContain('阴影小测 · 第5题42人中22人全站44%')
  expect(rowTexts()).toEqual([
    '江江照1小时30分钟10分钟，共15分钟2026-03-02 12:002026-03-02 两台设备同时学习12分钟：级联阴影',
    '许许青禾0分钟––没有异常',
  ])
  expect(screen.getByRole('link', { name: '导出学习时间' }).getAttribute('href')).toBe(
    '/api/campus/class/kl_1/study-time.csv',
  )
})

test('where no assignment has a film there is no column for films', async () => {
  const rows = [{ ...studied, filmSeconds: 0, filmsSeconds: 0, lastAt: null, anomalies: [] }]
  open({}, { progress: null, study: { time: { rows, total: 1, next: null }, hard: [] } })
  await screen.findByRole('columnheader', { name: '学习时间' })
  expect(screen.queryByRole('columnheader', { name: '看过的视频' })).toBeNull()
  expect(rowTexts()).toEqual(['江江照1小时30分钟–没有异常'])
})

test('a learner reads what is kept of their study time', async () => {
  const rows = [{ ...studied, lastAt: null, anomalies: [] }]
  const study = { time: { rows, total: 1, next: null }, hard: [] }
  open({ isTeacher: false, own: [cell] }, { progress: null, study })
  expect(await screen.findByText('你在本班内容上的学习时间：1小时30分钟')).toBeTruthy()
})

const rubric = [
  {
    name: '阴影稳定',
    levels: [
      { points: 60, text: '边缘不爬动' },
      { points: 20, text: '旋转时仍抖' },
    ],
  },
  {
    name: '说明',
    levels: [
      { points: 40, text: '讲清理由' },
      { points: 0, text: '没有说明' },
    ],
  },
]

test('a rubric is put together; what it cannot be stands at its field and nothing is sent', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/campus/class/kl_1/assignment/as_1/rubric': () => ({ success: true }) })
  open({}, { progress: null })
  await user.click(await screen.findByRole('button', { name: '评分表：《灯的体检》' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(dialog.getByText('请写出这条标准的名称')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: '标准1' }), '阴影稳定')
  await user.click(dialog.getByRole('button', { name: '去掉最后一档' }))
  const [best] = dialog.getAllByRole('textbox', { name: '分数' })
  if (!best) throw new Error('no points')
  await user.clear(best)
  await user.type(best, '70')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(dialog.getByText('各条标准的最高分合计必须是100分')).toBeTruthy()
  expect(calls).toEqual([])
  await user.clear(best)
  await user.type(best, '100')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const levels = [
    { points: 100, text: '' },
    { points: 60, text: '' },
  ]
  expect(calls.map(({ body }) => body)).toEqual([{ criteria: [{ name: '阴影稳定', levels }], before: [] }])
})

test('a mark by the rubric is a level of each criterion, and its points are said', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/campus/class/kl_1/assignment/as_1/mark': () => ({ success: true }) })
  open({ assignments: [{ ...assignment, rubric }] })
  await user.click(await screen.findByRole('button', { name: /给江照评/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /旋转时仍抖/ }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(dialog.getByText('每条标准都要选一档')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /讲清理由/ }))
  expect(dialog.getByText('60分', { selector: '[role=status]' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([
    { userId: 'u_1', points: null, levels: [1, 0], feedback: '', before: null },
  ])
})

test('a learner reads by what is marked, and their levels once they are released', async () => {
  const mark = { points: 60, feedback: '', levels: [1, 0] }
  open({ isTeacher: false, own: [{ ...cell, mark }], assignments: [{ ...assignment, rubric }] }, { progress: null })
  const given = within(await screen.findByRole('list', { name: '我的作业' }))
    .getAllByRole('listitem', { hidden: true })
    .filter((item) => item.getAttribute('aria-current') === 'true')
  expect(given.map((item) => item.textContent)).toEqual(['20分旋转时仍抖得到这一档', '40分讲清理由得到这一档'])
})

test('what has to be done first is chosen among the other assignments, of quizzes also to pass; a circle stays with its titles', async () => {
  const user = userEvent.setup()
  const message = '这些作业互相等待：灯的体检 → 第一盏灯 → 灯的体检。请去掉一个。'
  const calls = fakeServer({
    '/api/campus/class/kl_1/assignment': () =>
      Response.json(
        { code: 'bad_request', message: '', details: [{ field: 'prerequisites', message }] },
        { status: 400 },
      ),
  })
  const lesson = { ...assignment, id: 'as_2', itemId: 'ltu_1', type: 'tutorial' as const, title: '第一盏灯' }
  const needs = [{ assignmentId: 'as_1', toPass: true }]
  open({ assignments: [assignment, { ...lesson, prerequisites: needs }] }, { progress: null })
  const rows = within(await screen.findByRole('list', { name: '作业' })).getAllByRole('listitem')
  expect(rows[1]?.textContent).toContain('学完灯的体检（需通过）后解锁')
  await user.click(screen.getByRole('button', { name: '修改《第一盏灯》' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('checkbox', { name: '第一盏灯' })).toBeNull()
  const [first, toPass] = dialog.getAllByRole('checkbox', { name: '灯的体检' }) as HTMLInputElement[]
  expect([first?.checked, toPass?.checked]).toEqual([true, true])
  await user.click(toPass as HTMLElement)
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect([first?.checked, toPass?.checked]).toEqual([true, false])
  expect(calls[0]?.body.prerequisites).toEqual([{ assignmentId: 'as_1', toPass: false }])
})

test('a learner sees which assignment is locked, why, and the way to what opens it', async () => {
  const path = '/tutorial/ltu_1'
  const waitsFor = [{ itemId: 'ltu_1', title: '第一盏灯', language: 'zh', path, toPass: false }]
  const own = [{ ...cell, begun: false, percent: 0 }]
  open({ isTeacher: false, own, assignments: [{ ...assignment, waitsFor }] }, { progress: null })
  const list = within(await screen.findByRole('list', { name: '我的作业' }))
  expect(list.getByText('未解锁')).toBeTruthy()
  expect(list.getByRole('link', { name: '第一盏灯' }).getAttribute('href')).toBe(path)
  expect(list.getByRole('listitem').textContent).toContain('学完第一盏灯后解锁')
})

test('an assignment that waits is opened for one learner from the list or from the table, and waits again', async () => {
  const user = userEvent.setup()
  const at = '/api/campus/class/kl_1/assignment/as_2/opening'
  const calls = fakeServer({ '/api/campus/class/kl_1/progress': () => progress, [at]: () => ({ success: true }) })
  const lesson = { ...assignment, id: 'as_2', itemId: 'ltu_1', type: 'tutorial' as const, title: '第一盏灯' }
  const waiting = { ...lesson, prerequisites: [{ assignmentId: 'as_1', toPass: false }] }
  const opened = { ...waiting, openedFor: [{ userId: 'u_2', name: '许青禾' }] }
  const { unmount } = open({ assignments: [assignment, opened] }, { progress: null })
  expect(screen.queryByRole('button', { name: '《灯的体检》：为个别人打开' })).toBeNull()
  const list = within(await screen.findByRole('list', { name: '提前打开《第一盏灯》的人' }))
  expect(list.getByText('已为许青禾提前打开。')).toBeTruthy()
  await user.click(list.getByRole('button', { name: '让《第一盏灯》对许青禾重新等待' }))
  expect(await screen.findByText('《第一盏灯》对许青禾又要等前面的了。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '《第一盏灯》：为个别人打开' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('这个人不是这个班的学员。')).toBeTruthy()
  await user.type(dialog.getByRole('combobox', { name: '学员' }), '江')
  await user.click(await screen.findByRole('option', { name: '江照' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已为江照打开《第一盏灯》。')).toBeTruthy()
  unmount()

  const rows = ['许青禾', '陈停'].map((name, at) => ({
    userId: `u_${at + 2}`,
    name,
    number: '',
    cells: [cell, { ...cell, begun: false, percent: 0 }],
  }))
  open({ assignments: [assignment, opened] }, { progress: { ...progress, rows } })
  for (const [name, title, act] of [
    ['陈停', '灯的体检', null],
    ['陈停', '第一盏灯', '为陈停打开'],
    ['许青禾', '第一盏灯', '重新等待'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: new RegExp(`给${name}评《${title}》`) }))
    const marking = within(await screen.findByRole('dialog'))
    expect(marking.queryByRole('button', { name: /打开|重新等待/ })?.textContent ?? null).toBe(act)
    await user.click(marking.getByRole('button', { name: act ?? '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(calls.filter(({ path: asked }) => asked === at).map(({ body }) => body)).toEqual([
    { userId: 'u_2', isOpen: false },
    { userId: 'u_1', isOpen: true },
    { userId: 'u_3', isOpen: true },
    { userId: 'u_2', isOpen: false },
  ])
})

test('assignments whose content is gone are counted in words, also where nothing else is assigned', () => {
  open({ assignments: [], unseen: 2 })
  expect(screen.getByText(/有2项作业的内容已撤回/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '还没有作业' })).toBeNull()
})
