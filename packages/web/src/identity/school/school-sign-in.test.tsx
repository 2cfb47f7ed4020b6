// @vitest-environment jsdom
import type { SchoolSignIn } from '@lantern/contract/identity/school-sign-in.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { SchoolPage } from './school-page.tsx'
import { SchoolSignInPanel } from './school-sign-in-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const api = '/api/campus/organisation/og_1/sign-in'
const nothing: SchoolSignIn = {
  kind: 'openid',
  issuer: '',
  clientId: '',
  ssoUrl: '',
  certificates: [],
  entityId: 'https://site.test/sign-in/school/one/metadata',
  callbackUrl: 'https://site.test/sign-in/school/one/return',
  entryUrl: 'https://site.test/sign-in/school/one',
  testedAt: null,
  testedAs: null,
  on: false,
  only: false,
  people: 0,
}
/** What a form of nothing begins with. */
const empty = { kind: 'openid', issuer: '', clientId: '', ssoUrl: '', certificates: [] }
const tested = {
  ...nothing,
  issuer: 'https://id.school.example',
  clientId: 'lantern',
  testedAt: '2026-03-01T04:00:00.000Z',
  testedAs: '江照',
}
const proved = () => ({
  ...learnerSession(),
  user: samplePerson({ tfaEndTime: new Date(Date.now() + 3_600_000).toISOString() }),
})

function open(settings: SchoolSignIn, told = {}) {
  return show(
    <SchoolSignInPanel
      organisation={{ id: 'og_1', slug: 'one' }}
      settings={settings}
      {...{ problem: null, fault: null, ...told }}
    />,
    proved(),
    { at: '/campus/organisation/og_1/connections/sign-in' },
  )
}

test('a provider is named; a refusal stands at its field and keeps what was typed', async () => {
  const details = [{ field: 'issuer', message: '请填写以https://开头的地址。' }]
  const calls = fakeServer({
    [api]: ({ body }) =>
      body.issuer === 'school' ? Response.json({ code: 'bad_request', message: '', details }, { status: 400 }) : tested,
  })
  open(nothing)
  const user = userEvent.setup()
  expect(screen.queryByRole('button', { name: '测试登录' })).toBeNull()
  const issuer = screen.getByRole<HTMLInputElement>('textbox', { name: '登录系统的地址（Issuer）' })
  await user.type(screen.getByRole('textbox', { name: '客户端ID' }), 'lantern')
  await user.type(screen.getByLabelText('客户端密钥'), 'hush')
  await user.type(issuer, 'school{Enter}')
  expect(await screen.findByText('请填写以https://开头的地址。')).toBeTruthy()
  expect(issuer.value).toBe('school')
  await user.clear(issuer)
  await user.type(issuer, 'https://id.school.example{Enter}')
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({
      kind: 'openid',
      issuer: 'https://id.school.example',
      clientId: 'lantern',
      clientSecret: 'hush',
      before: empty,
    })
})

test('of a CAS server its address is all that is asked', async () => {
  const calls = fakeServer({ [api]: () => ({ ...tested, kind: 'cas', clientId: '' }) })
  open(nothing)
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: '协议' }), 'CAS 3.0')
  expect(screen.queryByRole('textbox', { name: '客户端ID' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'CAS服务器的地址' }), 'https://cas.school.example/cas{Enter}')
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({ kind: 'cas', issuer: 'https://cas.school.example/cas', before: empty })
})

test('a SAML provider is named by its metadata; what is wrong with it stands there', async () => {
  const details = [{ field: 'metadata', message: '这里没有说明一个登录系统' }]
  const calls = fakeServer({
    [api]: () => Response.json({ code: 'bad_request', message: '', details }, { status: 400 }),
  })
  open(nothing)
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: '协议' }), 'SAML 2.0')
  expect(screen.getByDisplayValue('https://site.test/sign-in/school/one/metadata')).toBeTruthy()
  const metadata = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '学校登录系统的元数据' })
  await user.type(metadata, '<Entity/>')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('这里没有说明一个登录系统')).toBeTruthy()
  expect(metadata.getAttribute('aria-invalid')).toBe('true')
  expect(calls.at(-1)?.body).toEqual({ kind: 'saml', issuer: '', metadata: '<Entity/>', before: empty })
})

test('the certificate of a SAML provider that is known says when it ends, and stays where none is typed', async () => {
  const known = { ...tested, kind: 'saml' as const, clientId: '', ssoUrl: 'https://id.school.example/sso' }
  const { issuer } = known
  const certificates = [{ until: '2027-03-01T04:00:00.000Z', fingerprint: 'AA:BB' }]
  const calls = fakeServer({ [api]: () => known })
  open({ ...known, certificates })
  expect(screen.getByText('证书有效期至2027-03-01', { exact: false })).toBeTruthy()
  const user = userEvent.setup()
  const address = screen.getByRole('textbox', { name: '登录地址（SSO，HTTP-Redirect）' })
  await user.type(address, '/2{Enter}')
  await expect
    .poll(() => calls.at(-1)?.body)
    .toEqual({
      kind: 'saml',
      issuer,
      ssoUrl: 'https://id.school.example/sso/2',
      before: { kind: 'saml', issuer, clientId: '', ssoUrl: known.ssoUrl, certificates: ['AA:BB'] },
    })
})

test('a test that did not go well says what is to be mended', () => {
  open(tested, { problem: 'identity_not_proved', fault: 'audience' })
  expect(screen.getByRole('alert').textContent).toContain('请把本站的实体ID原样填到登录系统里')
  cleanup()
  open(tested, { problem: 'provider_unavailable', fault: 'toString' })
  expect(screen.getByRole('alert').textContent).toContain('没有回应')
})

test('it is switched on after a test and not before, and only then for members alone', async () => {
  open({ ...tested, testedAt: null })
  expect(screen.getByRole<HTMLInputElement>('switch', { name: '可以用学校账号登录' }).disabled).toBe(true)
  cleanup()
  const calls = fakeServer({ [`${api}/switch`]: () => ({ ...tested, on: true }) })
  open(tested)
  expect(screen.getByText('测试成功：江照，2026-03-01 12:00')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('switch', { name: '成员只能这样进来' }).disabled).toBe(true)
  await userEvent.setup().click(screen.getByRole('switch', { name: '可以用学校账号登录' }))
  await expect.poll(() => calls.at(-1)?.body).toEqual({ on: true, only: false })
})

test('a guest goes to the school’s sign-in by a link, and is told why it did not go well before', () => {
  show(
    <SchoolPage slug="one" name="一中" ownName={null} redirectTo="/courses" problem="provider_unavailable" />,
    'guest',
    {
      at: '/sign-in/school/one',
    },
  )
  const link = screen.getByRole('link', { name: '去学校登录' })
  expect(link.getAttribute('href')).toBe('/sign-in/school/one/start?redirect_to=%2Fcourses')
  expect(screen.getByRole('alert')).toBeTruthy()
})

test('who is signed in here is asked before the school’s account is bound', async () => {
  const calls = fakeServer({
    '/api/school/one/departure': () =>
      Response.json({ code: 'provider_unavailable', message: '学校没有回应' }, { status: 503 }),
  })
  show(<SchoolPage slug="one" name="一中" ownName="江照" redirectTo="/" problem={null} />, proved(), {
    at: '/sign-in/school/one',
  })
  expect(screen.getByText(/你现在是江照/)).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: '绑定学校账号' }))
  await expect.poll(() => calls.at(-1)?.body).toEqual({ purpose: 'bind', redirectTo: '/' })
  expect(await screen.findByText('学校没有回应')).toBeTruthy()
})
