// @vitest-environment jsdom
import type { LtiTool } from '@lantern/contract/lti/tools.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ClassToolPage } from './class-tool-page.tsx'
import { ClassTools } from './class-tools.tsx'
import { ToolsPanel } from './tools-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/lti/tool'
const tool: LtiTool = {
  id: 'lt_1',
  name: '动作捕捉实验室',
  loginUrl: 'https://lab.example/login',
  launchUrl: 'https://lab.example/launch',
  jwksUrl: 'https://lab.example/jwks',
  chooseUrl: '',
  redirectUrls: [],
  sendsName: false,
  sendsMail: false,
  issuer: 'https://site.test',
  clientId: 'lt_1',
  deploymentId: '1',
  authUrl: 'https://site.test/lti/auth',
  tokenUrl: 'https://site.test/lti/token',
  keysUrl: 'https://site.test/lti/jwks',
  classes: 2,
  refused: null,
}

function open(tools: LtiTool[]) {
  const page = <ToolsPanel organisationId="og_1" tools={tools} />
  return show(page, learnerSession(), { at: '/campus/organisation/og_1/connections/tools' })
}

test('a tool is told nothing of people unless its admin ticks it; then stands there what is entered at the tool', async () => {
  const calls = fakeServer({ [api]: () => tool })
  open([])
  const user = userEvent.setup()
  expect(screen.getByRole('heading', { name: '还没有工具' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '添加工具' }))
  const form = within(await screen.findByRole('dialog', { name: '添加工具' }))
  await user.type(form.getByRole('textbox', { name: '名称' }), tool.name)
  await user.type(form.getByRole('textbox', { name: '登录发起地址' }), tool.loginUrl)
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: '姓名' }).checked).toBe(false)
  await user.click(form.getByRole('checkbox', { name: '邮箱' }))
  await user.click(form.getByRole('button', { name: '下一步' }))
  const known = within(await screen.findByRole('dialog', { name: '工具：动作捕捉实验室' }))
  expect(known.getByRole<HTMLInputElement>('textbox', { name: '客户端ID' }).value).toBe('lt_1')
  expect(calls.at(-1)?.body).toMatchObject({ loginUrl: tool.loginUrl, sendsName: false, sendsMail: true })
})

test('a tool says when it was refused last, and what has to be looked at', () => {
  open([{ ...tool, refused: { at: '2026-03-01T04:00:00.000Z', reason: 'address' } }])
  expect(screen.getByRole('listitem').textContent).toContain('2026-03-01 12:00被拒绝：工具要求把响应发到')
})

test('a tool that registers itself is opened in a window, and the dialog goes when the tool says that it is done', async () => {
  const details = [{ field: 'address', message: '这不是地址。' }]
  fakeServer({
    [`${api}/registration`]: ({ body }) =>
      body.address === 'lab'
        ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 })
        : { url: `${body.address}?registration_token=t` },
  })
  open([])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '添加工具' }))
  const form = within(await screen.findByRole('dialog', { name: '添加工具' }))
  const address = form.getByRole<HTMLInputElement>('textbox', { name: '注册地址' })
  await user.type(address, 'lab')
  await user.click(form.getByRole('button', { name: '自动注册' }))
  expect(await form.findByText('这不是地址。')).toBeTruthy()
  expect(address.value).toBe('lab')
  await user.clear(address)
  await user.type(address, 'https://lab.example/register')
  await user.click(form.getByRole('button', { name: '自动注册' }))
  const link = await form.findByRole('link', { name: '打开工具的注册页' })
  expect(link.getAttribute('href')).toBe('https://lab.example/register?registration_token=t')
  const say = (origin: string) =>
    window.dispatchEvent(new MessageEvent('message', { origin, data: { subject: 'org.imsglobal.lti.close' } }))
  say('https://elsewhere.example')
  expect(screen.getByRole('dialog', { name: '添加工具' })).toBeTruthy()
  say('https://lab.example')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a tool is disconnected after a question', async () => {
  const calls = fakeServer({ [`${api}/remove`]: () => ({ success: true }) })
  open([tool])
  const user = userEvent.setup()
  expect(screen.getByText('用在2个班 · 工具不会知道姓名和邮箱。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '动作捕捉实验室的更多操作' }))
  await user.click(screen.getByRole('menuitem', { name: '断开' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '断开' }))
  expect(await screen.findByText('“动作捕捉实验室”已断开。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ toolId: 'lt_1' })
})

const link = { id: 'll_1', title: '走路', tool: tool.name, percent: 75, marked: null }

test('a class without tools shows nothing, a learner what there is, a teacher may add and choose', async () => {
  show(<ClassTools links={[]} tools={[]} classId="kl_1" />, learnerSession(), { at: '/campus/class/kl_1' })
  expect(screen.queryByRole('heading')).toBeNull()
  cleanup()
  show(<ClassTools links={[link]} tools={[]} classId="kl_1" />, learnerSession(), { at: '/campus/class/kl_1' })
  expect(screen.getByRole('listitem').textContent).toContain('75%')
  expect(screen.queryByRole('button', { name: '添加工具内容' })).toBeNull()
  cleanup()
  const calls = fakeServer({ '/api/campus/class/kl_1/tool': () => ({ id: 'll_2' }) })
  const tools = [{ id: 'lt_1', name: tool.name, canChoose: true }]
  show(<ClassTools links={[]} tools={tools} classId="kl_1" />, learnerSession(), { at: '/campus/class/kl_1' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '添加工具内容' }))
  const form = within(await screen.findByRole('dialog', { name: '添加工具内容' }))
  expect(form.getByRole('link', { name: '到工具里选' }).getAttribute('href')).toBe('/lti/open/kl_1/lt_1')
  await user.type(form.getByRole('textbox', { name: '标题' }), '走路{Enter}')
  expect(await screen.findByText('“走路”已添加。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ toolId: 'lt_1', title: '走路' })
})

test('before it is opened it is said what the tool is told; a teacher sees everybody’s marks', () => {
  const shown = {
    ...{ id: 'll_1', title: '走路', tool: tool.name, classId: 'kl_1', className: '一班', isTeacher: false },
    ...{ sendsName: true, sendsMail: false, address: 'https://site.test/campus/tool/ll_1', people: [] },
    own: [
      { id: 'li_1', label: '第一次', isOfTool: false, given: 15, maximum: 20, comment: '步幅很稳' },
      { id: 'li_2', label: '期末考核', isOfTool: true, given: null, maximum: 20, comment: '' },
    ],
  }
  show(<ClassToolPage shown={shown} />, learnerSession(), { at: '/campus/tool/ll_1' })
  expect(screen.getByText('工具会知道全班成员的姓名。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '打开动作捕捉实验室' }).getAttribute('href')).toBe('/lti/open/ll_1')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toContain('第一次步幅很稳15 / 20')
  expect(rows).toContain('期末考核整个工具还没有')
  cleanup()
  const marks = [{ id: 'li_1', label: '第一次', isOfTool: false, given: null, maximum: 20, comment: '' }]
  const taught = { ...shown, isTeacher: true, own: [], people: [{ userId: 'u_1', name: '江照', marks }] }
  show(<ClassToolPage shown={taught} />, learnerSession(), { at: '/campus/tool/ll_1' })
  expect(screen.getByRole('row', { name: '江照 还没有' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '从班里移除' })).toBeTruthy()
})
