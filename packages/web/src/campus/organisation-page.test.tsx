// @vitest-environment jsdom
import type { Member } from '@lantern/contract/identity/organisations.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
import { MyOrganisations } from './my-organisations.tsx'
import { readOrganisationChoice } from './organisation-address.ts'
import { OrganisationPage, type OrganisationPageProps } from './organisation-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const path = '/campus/organisation/og_1'
const api = '/api/campus/organisation/og_1'
const organisation = { id: 'og_1', slug: 'academy', name: '引擎学院', role: 'admin' as const }
const classes = [
  { id: 'kl_1', name: '图形一班', archived: false, isOwn: false, memberCount: 2 },
  { id: 'kl_2', name: '毕业班', archived: true, isOwn: false, memberCount: 0 },
]

function member(userId: string, name: string, more: Partial<Member> = {}): Member {
  return {
    userId,
    name,
    number: '',
    avatar: null,
    role: 'learner',
    since: '2026-03-01T04:00:00.000Z',
    classIds: [],
    ...more,
  }
}

function open(search = '', change: Partial<OrganisationPageProps> = {}) {
  const people = [member('u_1', '江照', { classIds: ['kl_1'] }), member('u_2', '周老师', { role: 'educator' })]
  const members = { members: people, total: 10_000, page: 0, pageSize: 50, invitations: [], invitationCount: 0 }
  const choice = readOrganisationChoice(new URL(`https://site.test${path}${search}`))
  const props = { organisation, choice, members, classes, ...change }
  return show(<OrganisationPage {...props} />, learnerSession(), { at: `${path}${search}` })
}

const dialog = (name: string) => screen.findByRole('dialog', { name }).then(within)

test('ten thousand people are pages, which keep what was looked for', () => {
  open('?q=江&class=kl_1&page=3')
  expect(screen.getByText('共10,000人')).toBeTruthy()
  const search = within(screen.getByRole('search'))
  expect(search.getByRole<HTMLInputElement>('searchbox', { name: '按姓名查找' }).value).toBe('江')
  expect(search.getByRole<HTMLSelectElement>('combobox', { name: '班级' }).value).toBe('kl_1')
  const pages = within(screen.getByRole('navigation', { name: '分页' }))
  expect(pages.getByRole('link', { name: '第200页' }).getAttribute('href')).toBe(
    `${path}?q=%E6%B1%9F&class=kl_1&page=199`,
  )
  const row = screen.getByRole('row', { name: /江照/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['学习者', '图形一班', '2026-03-01', '更改'])
})

test('nobody found says so and leads back to everybody', () => {
  open('?q=无', { members: { members: [], total: 0, page: 0, pageSize: 50, invitations: [], invitationCount: 0 } })
  expect(screen.getByRole('heading', { name: '没有找到这样的人' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '看所有人' }).getAttribute('href')).toBe(path)
})

test('a page behind the last one, as after the end of its only member, leads to the first, and does not say that nobody is there', () => {
  open('?page=200', {
    members: { members: [], total: 10_000, page: 200, pageSize: 50, invitations: [], invitationCount: 0 },
  })
  expect(screen.getByRole('heading', { name: '这一页是空的' })).toBeTruthy()
  expect(screen.queryByText('还没有人加入')).toBeNull()
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe(path)
})

test('of many invitations the number of all of them stands, and how to find the others', () => {
  const invitations = [{ phone: '13700000001', role: 'learner' as const, invitedAt: '2026-03-01T04:00:00.000Z' }]
  open('', { members: { members: [], total: 0, page: 0, pageSize: 50, invitations, invitationCount: 5_000 } })
  expect(screen.getByText('还没答复的邀请（5,000）')).toBeTruthy()
  expect(screen.getByText('这里是最新的1个。其余的可以在上面按手机号查找。')).toBeTruthy()
})

test('an admin invites by phone; a number that is refused stays with its reason', async () => {
  const details = [{ field: 'phone', message: '请输入11位手机号，以1开头。' }]
  const calls = fakeServer({
    [`${api}/member/invite`]: ({ body }) =>
      body.phone === '12'
        ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 })
        : { success: true },
  })
  open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '邀请' }))
  const form = await dialog('邀请加入引擎学院')
  const phone = form.getByRole<HTMLInputElement>('textbox', { name: '手机号' })
  await user.type(phone, '12')
  await user.click(form.getByRole('button', { name: '邀请' }))
  expect(await form.findByText('请输入11位手机号，以1开头。')).toBeTruthy()
  expect(phone.value).toBe('12')
  await user.clear(phone)
  await user.type(phone, '13700000001')
  await user.click(form.getByRole('radio', { name: '老师' }))
  await user.click(form.getByRole('button', { name: '邀请' }))
  expect(await screen.findByText('已邀请13700000001。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ phone: '13700000001', role: 'educator' })
})

test('a member who is saved as they were closes the dialog, and nothing is said to have changed', async () => {
  const calls = fakeServer({})
  open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '更改江照' }))
  const form = await dialog('江照')
  await user.click(form.getByRole('checkbox', { name: '图形一班' }))
  await user.click(form.getByRole('checkbox', { name: '图形一班' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([calls, currentToasts()]).toEqual([[], []])
})

test('settings that are sent after the session has ended stay typed, and are sent again after signing in beside them', async () => {
  let isSignedIn = false
  const calls = fakeServer({
    [`${api}/settings`]: () =>
      isSignedIn
        ? { success: true }
        : Response.json({ code: 'login_required', message: '请先登录。' }, { status: 401 }),
  })
  const settings = { name: '引擎学院', timeZone: 'Asia/Shanghai' }
  open('?tab=settings', { settings })
  const user = userEvent.setup()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: '机构名称' })
  await user.type(name, '二')
  await user.click(screen.getByRole('button', { name: '保存设置' }))
  expect(await screen.findByRole('button', { name: '重新登录' })).toBeTruthy()
  expect(name.value).toBe('引擎学院二')
  isSignedIn = true
  await user.click(screen.getByRole('button', { name: '保存设置' }))
  await expect.poll(() => calls.map(({ body }) => body.name)).toEqual(['引擎学院二', '引擎学院二'])
})

test('what is gone, or not this person’s to change any more, is said so, and what was typed stays', async () => {
  const answers = ['not_found', 'forbidden']
  fakeServer({
    [`${api}/settings`]: () => Response.json({ code: answers.shift(), message: '没有找到。' }, { status: 404 }),
  })
  open('?tab=settings', { settings: { name: '引擎学院', timeZone: 'Asia/Shanghai' } })
  const user = userEvent.setup()
  for (const _ of [...answers]) {
    await user.click(screen.getByRole('button', { name: '保存设置' }))
    expect((await screen.findByRole('alert')).textContent).toContain('你填的内容还在这一页')
    await user.type(screen.getByRole('textbox', { name: '机构名称' }), '二')
  }
})

test('a member gets another role and other classes in one act, and leaves after a question', async () => {
  const calls = fakeServer({
    [`${api}/member/role`]: () => ({ success: true }),
    [`${api}/class/kl_1/members`]: () => ({ success: true }),
  })
  open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '更改江照' }))
  const form = await dialog('江照')
  // a class that was put away takes nobody in
  expect(form.queryByRole('checkbox', { name: '毕业班' })).toBeNull()
  await user.click(form.getByRole('radio', { name: '管理员' }))
  await user.click(form.getByRole('checkbox', { name: '图形一班' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ path: at, body }) => [at, body])).toEqual([
    [`${api}/member/role`, { userId: 'u_1', role: 'admin' }],
    [`${api}/class/kl_1/members`, { add: [], remove: ['u_1'] }],
  ])

  await user.click(screen.getByRole('button', { name: '更改江照' }))
  await user.click((await dialog('江照')).getByRole('button', { name: '移出机构' }))
  const question = within(await screen.findByRole('alertdialog', { name: '把江照移出机构？' }))
  await user.click(question.getByRole('button', { name: '移出机构' }))
  expect(await screen.findByText('江照已不在机构里。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ userId: 'u_1', role: null })
})

test('an organisation that would have no admin says so in the dialog', async () => {
  const details = [{ field: 'role', message: '机构至少要有一名管理员。' }]
  fakeServer({
    [`${api}/member/role`]: () => Response.json({ code: 'conflict', message: '', details }, { status: 409 }),
  })
  open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '更改江照' }))
  const form = await dialog('江照')
  await user.click(form.getByRole('radio', { name: '老师' }))
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('机构至少要有一名管理员。')).toBeTruthy()
})

test('an educator arranges classes, and neither invites nor gives roles', async () => {
  open('', { organisation: { ...organisation, role: 'educator' } })
  const user = userEvent.setup()
  expect(screen.queryByRole('button', { name: '邀请' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '更改江照' }))
  const form = await dialog('江照')
  expect(form.queryByRole('radio', { name: '管理员' })).toBeNull()
  expect(form.queryByRole('button', { name: '移出机构' })).toBeNull()
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: '图形一班' }).checked).toBe(true)
})

test('a class is made and renamed under a name of its own, put away, and leads to its people', async () => {
  const details = [{ field: 'name', message: '已有同名的班级。' }]
  const calls = fakeServer({
    [`${api}/class`]: ({ body }) =>
      body.name === '毕业班' && !body.classId
        ? Response.json({ code: 'conflict', message: '', details }, { status: 409 })
        : { id: 'kl_3' },
  })
  open('?tab=classes')
  const user = userEvent.setup()
  expect(screen.getByRole('link', { name: '图形一班' }).getAttribute('href')).toBe('/campus/class/kl_1')
  expect(
    within(screen.getByRole('row', { name: /图形一班/ }))
      .getByRole('link', { name: /共/ })
      .getAttribute('href'),
  ).toBe(`${path}?class=kl_1`)
  await user.click(screen.getByRole('button', { name: '新建班级' }))
  const form = await dialog('新建班级')
  await user.type(form.getByRole('textbox', { name: '班级名称' }), '毕业班')
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await form.findByText('已有同名的班级。')).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: '班级名称' }), '二')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.at(-1)?.body).toEqual({ name: '毕业班二' })
  await user.click(screen.getByRole('button', { name: '收起图形一班' }))
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ classId: 'kl_1', archived: true }))
})

test('an invitation is accepted or declined; without any organisation the page says how one comes', async () => {
  const calls = fakeServer({ [`${api}/invitation`]: () => ({ success: true }) })
  show(
    <MyOrganisations
      organisations={[]}
      locked={[]}
      classes={{}}
      invitations={[{ ...organisation, role: 'learner' }]}
    />,
    learnerSession(),
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '谢绝引擎学院的邀请' }))
  expect(await screen.findByText('已谢绝引擎学院的邀请。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '加入引擎学院' }))
  expect(await screen.findByText('你已加入引擎学院。')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ accept: false }, { accept: true }])
  cleanup()
  show(<MyOrganisations organisations={[]} locked={[]} classes={{}} invitations={[]} />, learnerSession())
  expect(screen.getByRole('heading', { name: '你还没有加入机构' })).toBeTruthy()
})

test('admins read who did what, also where nobody did it, and go on to what is older', async () => {
  const at = '2026-03-01T04:00:00.000Z'
  const nothing = { actor: null, token: null, subject: null, role: null, count: null, at }
  const entries = [
    {
      ...nothing,
      id: '9',
      act: 'class_people_added' as const,
      by: 'person' as const,
      actor: '吴老师',
      token: '教务系统',
      subject: '图形一班',
      count: 2,
    },
    {
      ...nothing,
      id: '8',
      act: 'member_changed' as const,
      by: 'list' as const,
      subject: '江照',
      role: 'none' as const,
    },
  ]
  open('?tab=audit&kind=people&from=2026-02-30&to=2026-03-01', { audit: { entries, next: '8' } })
  const [, first, second] = screen.getAllByRole('row')
  expect(first?.textContent).toMatch(/把人放进班级图形一班 · 共2.*吴老师 令牌：教务系统2026-03-01 12:00/)
  expect(second?.textContent).toMatch(/更改成员角色江照 · 不再是成员.*名单导入/)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '范围' }).value).toBe('people')
  expect(screen.getByRole('link', { name: '更早的记录' }).getAttribute('href')).toBe(
    `${path}?tab=audit&kind=people&to=2026-03-01&before=8`,
  )
  expect(screen.getByRole('link', { name: '导出CSV' }).getAttribute('href')).toBe(
    `${api}/audit.csv?kind=people&to=2026-03-01`,
  )
  expect(screen.getByLabelText<HTMLInputElement>('截止日期').value).toBe('2026-03-01')
  expect(screen.getByLabelText<HTMLInputElement>('起始日期').value).toBe('')
})

test('teachers have no tab of what was done', () => {
  open('', { organisation: { ...organisation, role: 'educator' } })
  expect(screen.queryByRole('link', { name: '审计' })).toBeNull()
})

test('an admin gives the organisation another name; what is refused stands at its field', async () => {
  const details = [{ field: 'name', message: '请填写。' }]
  const settings = { name: '引擎学院', timeZone: 'Asia/Shanghai' }
  const calls = fakeServer({
    [`${api}/settings`]: ({ body }) =>
      body.name === '' ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 }) : settings,
  })
  open('?tab=settings', { settings })
  const user = userEvent.setup()
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: '机构名称' })
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: '保存设置' }))
  expect(await screen.findByText('请填写。')).toBeTruthy()
  await user.type(name, '云帆学院')
  await user.click(screen.getByRole('button', { name: '保存设置' }))
  await expect.poll(() => calls.at(-1)?.body).toEqual({ name: '云帆学院', timeZone: 'Asia/Shanghai', before: settings })
})
