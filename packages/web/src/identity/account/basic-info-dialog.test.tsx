// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { goTo, reloadPage } from '#kit/leave-page.ts'
import { samplePerson } from '#testing/samples.ts'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import { SignInForm } from '../sign-in-form.tsx'
import { BasicInfoDialog } from './basic-info-dialog.tsx'
import { BasicInfoStarter } from './basic-info-starter.tsx'
import { takeBasicInfoWish, wishForBasicInfo } from './basic-info-wish.ts'
import { ProfilePanel } from './profile-panel.tsx'
import { answering, refused, show } from './testing/test-render.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

const update = '/api/learn/cn/updateUserBasicInfo'
const bind = '/api/learn/cn/sms/bind'
const profile = {
  fullName: '林知远',
  title: '关卡设计师',
  description: '做关卡',
  avatar: null,
  nextUpdateProfileTime: null,
  waitsForReview: false,
}

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  sessionStorage.clear()
  for (const { id } of currentToasts()) dismissToast(id)
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole('button', { name: '保存' })

function open(phone: string | null) {
  const onClose = vi.fn()
  show(<BasicInfoDialog onClose={onClose} />, samplePerson({ phone }))
  return { user: userEvent.setup(), onClose }
}

function saved(status: 'approved' | 'rejected' | 'needAdmin', blockTextList: string[] = []) {
  return { body: { user: samplePerson({ phone: '13800000001', fullName: '林知远' }), status, blockTextList } }
}

test('after signing up with nowhere to go back to, the page that is loaded next asks for the rest [IDENT-032]', async () => {
  const login = '/api/learn/cn/sms/login'
  const answer = (userStatus: string) => ({
    body: { userStatus, user: { id: 'u_1', phone: '13800000001' }, cookie: { Name: 'c', Value: 'v' } },
  })
  async function signIn(userStatus: string, redirectTo: string | null) {
    answering({ [login]: answer(userStatus) })
    const { unmount } = show(<SignInForm action="/auth/login" redirectTo={redirectTo} />, null)
    const user = userEvent.setup()
    await user.type(field('手机号'), '13800000001')
    await user.type(field('验证码'), '123456')
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(redirectTo === null ? reloadPage : goTo).toHaveBeenCalled())
    vi.clearAllMocks()
    unmount()
    return takeBasicInfoWish()
  }
  expect(await signIn('exist', null)).toBe(false)
  expect(await signIn('new', '/tutorial/x')).toBe(false)
  expect(await signIn('new', null)).toBe(true)

  wishForBasicInfo()
  show(<BasicInfoStarter />, samplePerson({ phone: '13800000001' }))
  expect(await screen.findByRole('dialog', { name: '完善资料' })).toBeTruthy()
  expect(takeBasicInfoWish()).toBe(false)
})

test('the form has name, description, phone and code; name and phone are required [IDENT-013] [IDENT-029] [IDENT-094] [IDENT-097]', async () => {
  const sent = answering({})
  const { user } = open(null)
  expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual([
    'fullName',
    'description',
    'phone',
    'code',
  ])
  await user.click(save())
  for (const name of ['姓名或昵称', '手机号', '验证码']) {
    expect(field(name).getAttribute('aria-invalid'), name).toBe('true')
  }
  expect(field('简介').getAttribute('aria-invalid')).toBeNull()
  expect(sent).toEqual([])
})

test('a field that was touched says that it is needed and empty, or which check its value fails; one that is not needed may be empty [PLAT-005]', async () => {
  answering({})
  const { user } = open(null)
  const wrong = () =>
    screen
      .getAllByRole('textbox')
      .filter((box) => box.getAttribute('aria-invalid') === 'true')
      .map((box) => box.getAttribute('name'))
  expect(wrong()).toEqual([])
  await user.click(field('姓名或昵称'))
  await user.click(field('简介'))
  expect(wrong()).toEqual(['fullName'])
  await user.click(field('手机号'))
  expect(wrong()).toEqual(['fullName'])
  await user.type(field('手机号'), '138')
  expect(wrong()).toEqual(['fullName'])
  await user.click(field('姓名或昵称'))
  expect(wrong()).toEqual(['fullName', 'phone'])
  expect(screen.getByText('请填写这一项。')).toBeTruthy()
  expect(screen.getByText('请输入11位手机号，以1开头。')).toBeTruthy()
  await user.type(field('姓名或昵称'), '林知远')
  await user.type(field('手机号'), '00000001')
  expect(wrong()).toEqual([])
})

test('a name of more than 70 and a phone that is none are said at their fields [IDENT-095] [IDENT-098] [PLAT-063]', async () => {
  answering({})
  const { user } = open(null)
  await user.click(field('姓名或昵称'))
  await user.paste('好'.repeat(71))
  await user.type(field('手机号'), '123')
  await user.tab()
  expect(screen.getByText('最多70个字。')).toBeTruthy()
  expect(screen.getByText('请输入11位手机号，以1开头。')).toBeTruthy()
})

test('a description holds 225, and one that is longer already is not sent [IDENT-096] [PLAT-063]', async () => {
  const sent = answering({})
  show(
    <ProfilePanel profile={{ ...profile, description: '好'.repeat(226) }} waitsUntil={null} answer={undefined} />,
    samplePerson({ phone: '13800000001' }),
  )
  const user = userEvent.setup()
  await user.click(save())
  expect(screen.getByText('最多225个字。')).toBeTruthy()
  await user.type(field('简介'), '！')
  expect(field('简介').value).toHaveLength(225)
  expect(sent).toEqual([])
})

test('the line that says what one is holds 45 [IDENT-099]', async () => {
  const sent = answering({})
  show(<ProfilePanel profile={profile} waitsUntil={null} answer={undefined} />, samplePerson({ phone: '13800000001' }))
  const user = userEvent.setup()
  await user.clear(field('身份'))
  await user.click(field('身份'))
  await user.paste('好'.repeat(46))
  await user.click(save())
  expect(screen.getByText('最多45个字。')).toBeTruthy()
  expect(sent).toEqual([])
})

test('with a phone the form updates, without one it binds the phone first [IDENT-100]', async () => {
  const sent = answering({ [update]: saved('approved') })
  const known = open('13800000001')
  await known.user.type(field('姓名或昵称'), ' 林知远 ')
  await known.user.click(save())
  await waitFor(() => expect(known.onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ path: update, body: { fullName: '林知远', description: '', phone: '13800000001' } }])
  expect(currentToasts()).toMatchObject([{ tone: 'good', text: '资料已保存。' }])
})

test('without a phone: bound first, and a second try after that only updates [IDENT-100]', async () => {
  let answer = refused('unavailable', '服务暂时不可用，正在恢复，请稍后再试。', 503)
  const sent = answering({ [bind]: { body: { exist: false, user: {} } }, [update]: () => answer })
  const { user, onClose } = open(null)
  await user.type(field('姓名或昵称'), '林知远')
  await user.type(field('手机号'), '13800000001')
  await user.type(field('验证码'), '123456')
  await user.click(save())
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([bind, update]))
  await waitFor(() => expect(currentToasts().at(-1)?.text).toContain('资料没有保存成功'))
  expect(field('姓名或昵称').value).toBe('林知远')
  answer = saved('approved')
  await user.click(save())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ path }) => path)).toEqual([bind, update, update])
})

test('words that are never shown are named, and everything typed stays [IDENT-128]', async () => {
  answering({ [update]: saved('rejected', ['博彩', '外挂']) })
  const { user, onClose } = open('13800000001')
  await user.type(field('姓名或昵称'), '博彩')
  await user.click(save())
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ tone: 'bad', text: '资料没有保存，这些内容不能展示：博彩、外挂' }]),
  )
  expect(field('姓名或昵称').value).toBe('博彩')
  expect(onClose).not.toHaveBeenCalled()
})

test('a change before its time says when, and the settings show it beforehand [IDENT-106] [IDENT-132]', async () => {
  const next = '2026-03-03T02:00:00.000Z'
  answering({ [update]: refused('profile_update_time_limit', '2026-03-03 10:00之后可以再次修改资料。') })
  const onClose = vi.fn()
  show(<BasicInfoDialog onClose={onClose} />, samplePerson({ phone: '13800000001', nextUpdateProfileTime: next }))
  const user = userEvent.setup()
  await user.type(field('姓名或昵称'), '林')
  await user.click(save())
  await waitFor(() => expect(currentToasts()).toMatchObject([{ text: '2026-03-03 10:00之后可以再次修改资料。' }]))

  document.body.replaceChildren()
  show(<ProfilePanel profile={profile} waitsUntil={next} answer={undefined} />, samplePerson({ phone: '13800000001' }))
  expect(screen.getByText('2026-03-03 10:00之后可以再次修改资料。')).toBeTruthy()
  expect((save() as HTMLButtonElement).disabled).toBe(true)
})

test('any other failure of the profile says so with its reason [IDENT-134]', async () => {
  answering({ [update]: refused('rate_limited', '操作太频繁，请稍后再试。', 429) })
  const { user } = open('13800000001')
  await user.type(field('姓名或昵称'), '林')
  await user.click(save())
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ tone: 'bad', text: '资料没有保存成功：操作太频繁，请稍后再试。' }]),
  )
})
