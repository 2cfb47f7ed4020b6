// @vitest-environment jsdom
import type { DiscountList } from '@lantern/contract/commerce/discounts.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MyDiscounts } from '#commerce/index.ts'
import { DiscussionPage, HandInPage } from '#community/index.ts'
import { sampleDiscussion, sampleMessage } from '#community/testing/sample-discussion.ts'
import { goTo } from '#kit/leave-page.ts'
import type { Session, SessionUser } from '#kit/session.tsx'
import { sampleCard, samplePerson } from '#testing/samples.ts'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { DialogHost } from './dialogs.tsx'
import { GuardDialogs } from './guard-dialogs.tsx'

// Pages inside the shell: what the server or the page holds up is asked for in a dialog, and what was typed stays.

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

beforeEach(async () => {
  localStorage.clear()
  vi.mocked(goTo).mockClear()
  await prepareBrowser()
})
afterEach(cleanup)

const me = samplePerson({ id: 'u_me', phone: '13800000001' })
const user = userEvent.setup()
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

const refusal = (code: ErrorCode) => Response.json({ code, message: '' }, { status: 422 })

function inShell(page: React.ReactNode, session: Partial<Session>, options: Parameters<typeof show>[2] = {}) {
  return show(
    <DialogHost>
      <GuardDialogs>{page}</GuardDialogs>
    </DialogHost>,
    session,
    options,
  )
}

/** The page of a discussion whose server refuses the first message with this code; what is sent is kept. */
function discussion(person: SessionUser, code: ErrorCode | null, session: Partial<Session> = {}): FakeCall[] {
  let isRefused = code === null
  const calls = fakeServer({
    '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }),
    '/api/learn/cn/sms/bind': () => ({ exist: false }),
    '/api/learn/comment': ({ body }) => {
      if (!isRefused && code !== null) {
        isRefused = true
        return refusal(code)
      }
      return { message: sampleMessage('ms_2', { authorId: person.id, html: `<p>${body.content}</p>` }), userMap: {} }
    },
  })
  inShell(
    <DiscussionPage discussion={sampleDiscussion()} focus={null} reply={null} problem={null} typed="" />,
    { user: person, ...session },
    { at: '/messages/c/cn_1' },
  )
  return calls
}

async function writeMessage() {
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  await user.type(field, '半径取整吗')
  await press('发布')
  return field
}

const sentMessages = (calls: FakeCall[]) => calls.filter(({ path }) => path === '/api/learn/comment')

test('a message is posted at once by a learner of whom no address is asked [IDENT-070]', async () => {
  const calls = discussion(me, null)
  await writeMessage()
  expect(await screen.findByText('半径取整吗', { selector: 'p' })).toBeTruthy()
  expect(sentMessages(calls)).toHaveLength(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('where an address is asked for, posting opens the dialog, which leads to the page of the address and back; the words stay [IDENT-071] [IDENT-072]', async () => {
  discussion({ ...me, emailRequired: true }, 'email_required')
  window.history.replaceState(null, '', '/messages/c/cn_1')
  const field = await writeMessage()
  await screen.findByRole('alertdialog', { name: '请先填写邮箱' })
  await press('填写邮箱')
  expect(goTo).toHaveBeenCalledWith(`/auth/email?redirect_to=${encodeURIComponent('/messages/c/cn_1')}`)
  expect(field.value).toBe('半径取整吗')
  cleanup()
  discussion(me, null)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('半径取整吗')
  window.history.replaceState(null, '', '/')
})

test('a learner without a phone binds one, and the message is posted once', async () => {
  const calls = discussion({ ...me, phone: null }, 'phone_required')
  await writeMessage()
  const dialog = await screen.findByRole('dialog', { name: '绑定手机号' })
  await user.type(within(dialog).getByRole('textbox', { name: '手机号' }), '13800000001')
  await user.type(within(dialog).getByRole('textbox', { name: '验证码' }), '123456')
  await user.click(within(dialog).getByRole('button', { name: '绑定' }))
  expect(await screen.findByText('半径取整吗', { selector: 'p' })).toBeTruthy()
  const keys = sentMessages(calls).map(({ body }) => body.key)
  expect(keys).toEqual([keys[0], keys[0]])
})

/** The page where work is handed in, whose server says that the profile is under review. */
async function handInUnderReview(session: Partial<Session>) {
  fakeServer({ '/api/learn/submission': () => refusal('needs_review') })
  const item = { id: 'ltu_1', type: 'tutorial', slug: 'shadows', title: 'Shadows', language: 'zh' } as const
  const section = { id: 'st_1', title: '交作业', anchor: 'step-1', submissionType: 'media' } as const
  inShell(<HandInPage item={item} section={section} own={null} />, session)
  await user.type(screen.getByRole('textbox', { name: /标题/ }), '塔楼')
  await press('交作品')
  await screen.findByRole('dialog', { name: '资料正在审核' })
}

test('handing in while the profile is under review says so; closing leads to the own profile [IDENT-079]', async () => {
  await handInUnderReview({ user: me })
  await press('关闭')
  expect(goTo).toHaveBeenCalledWith('/u/u_me')
})

test('on a page that does not know its user, closing leads to the root of the site [IDENT-080]', async () => {
  await handInUnderReview({ user: null })
  await user.keyboard('{Escape}')
  expect(goTo).toHaveBeenCalledWith('/')
})

/** The page of the own discounts; answers the forms that reached its action. */
function ownDiscounts(person: SessionUser): FormData[] {
  fakeServer({ '/api/learn/cn/auth/checkRealName': () => ({ success: true, description: null }) })
  const list: DiscountList = {
    ...{ offered: [], own: ['ltu_1'], page: 0, pageSize: 20, total: 1, discountMap: {}, statsMap: {} },
    itemMap: { ltu_1: sampleCard({ withPay: true, priceFen: 9900 }) },
    asOf: '2026-05-10T00:00:00.000Z',
  }
  const posted: FormData[] = []
  const action = async ({ request }: { request: Request }) => {
    posted.push(await request.formData())
    return null
  }
  const page = <MyDiscounts list={list} path="/discount/u_me" answer={undefined} />
  inShell(page, { user: person }, { at: '/discount/u_me', action })
  return posted
}

async function saveDiscount() {
  await user.click(screen.getByText('设优惠'))
  await user.type(screen.getByRole('textbox', { name: '优惠价（元）' }), '69')
  await press('保存')
}

test('a seller without a verified name is asked for it before a discount is set, which follows with what was typed [IDENT-062]', async () => {
  vi.stubGlobal('confirm', () => true)
  const posted = ownDiscounts(me)
  await saveDiscount()
  const dialog = await screen.findByRole('dialog', { name: '实名认证' })
  expect(posted).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: '姓名' }), '张三')
  await user.type(within(dialog).getByRole('textbox', { name: '身份证号' }), '11010119900307002X')
  await user.click(within(dialog).getByRole('button', { name: '开始认证' }))
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(Object.fromEntries(posted[0] ?? [])).toMatchObject({ itemId: 'ltu_1', status: 'create', discountPrice: '69' })
})

test('a seller whose name is verified sets a discount at once [IDENT-063]', async () => {
  const posted = ownDiscounts({ ...me, isRealName: true })
  await saveDiscount()
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})
