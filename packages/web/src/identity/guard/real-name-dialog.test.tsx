// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { currentToasts } from '#ui/toast.ts'
import RealNameDialog from './real-name-dialog.tsx'

const right = '11010119900307002X'
let sent: unknown[] = []
let answer: () => Promise<Response>
let asked: string[] = []
let agrees = true

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  sent = []
  asked = []
  agrees = true
  answer = async () => Response.json({ success: true, description: null })
  vi.stubGlobal('confirm', (question: string) => {
    asked.push(question)
    return agrees
  })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://site.test')
    if (pathname === '/api/session') return Response.json({ csrfToken: 'token' })
    sent.push([pathname, JSON.parse(String(init?.body))])
    return answer()
  })
})

function show() {
  const onVerified = vi.fn()
  const onClose = vi.fn()
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={guestSession()}>
        <RealNameDialog here="/" onVerified={onVerified} onClose={onClose} />
      </SessionProvider>
    </MessagesProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return { onVerified, onClose, user: userEvent.setup() }
}

const name = () => screen.getByRole('textbox', { name: '姓名' })
const idCard = () => screen.getByRole('textbox', { name: '身份证号' })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /开始认证|正在核验/ })
const lastToast = () => currentToasts().at(-1)

async function fill(user: ReturnType<typeof userEvent.setup>, given: { name?: string; idCard?: string }) {
  if (given.name) await user.type(name(), given.name)
  if (given.idCard) await user.type(idCard(), given.idCard)
}

test('the dialog asks for the name and the number of the card [IDENT-014] [IDENT-027]', () => {
  show()
  expect(screen.getByRole('dialog', { name: '实名认证' })).toBeTruthy()
  expect([name(), idCard()].map((field) => field.getAttribute('name'))).toEqual(['name', 'idCard'])
})

test('it cannot be sent while one of the two is empty [IDENT-093]', async () => {
  const { user } = show()
  expect(send().disabled).toBe(true)
  await fill(user, { name: '张三' })
  expect(send().disabled).toBe(true)
  await fill(user, { idCard: right })
  expect(send().disabled).toBe(false)
  await user.clear(name())
  await user.type(name(), '  ')
  expect(send().disabled).toBe(true)
})

test('an empty name and an empty or wrong number are said at their fields [IDENT-090] [IDENT-091] [IDENT-092] [PLAT-062] [PLAT-063]', async () => {
  const { user } = show()
  await user.click(name())
  await user.click(idCard())
  await user.tab()
  expect(screen.getAllByText('请填写这一项。')).toHaveLength(2)
  await fill(user, { name: '张三', idCard: '110101199003070012' })
  expect(screen.getByText('请输入18位身份证号。')).toBeTruthy()
  await user.click(send())
  expect(sent).toEqual([])
})

test('sending asks the browser to confirm, and a no sends nothing [IDENT-060]', async () => {
  agrees = false
  const { user } = show()
  await fill(user, { name: ' 张三 ', idCard: ` ${right}` })
  await user.click(send())
  expect(asked).toEqual(['认证后不能更换姓名和身份证号。确定提交吗？'])
  expect(sent).toEqual([])
  agrees = true
  await user.click(send())
  await waitFor(() => expect(sent).toEqual([['/api/learn/cn/auth/checkRealName', { name: '张三', idCard: right }]]))
})

test('closing asks the browser to confirm, by the cross, the button and Escape, and a no keeps it open [IDENT-061]', async () => {
  agrees = false
  const { user, onClose } = show()
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(screen.getByRole('button', { name: '暂时不要' }))
  await user.keyboard('{Escape}')
  expect(asked).toEqual(Array.from({ length: 3 }, () => '还没有完成实名认证。确定关闭吗？'))
  expect(onClose).not.toHaveBeenCalled()
  agrees = true
  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the check is in progress, then succeeded: the dialog closes and says so [IDENT-058] [IDENT-059]', async () => {
  let give: (response: Response) => void = () => undefined
  answer = () => new Promise((done) => (give = done))
  const { user, onVerified, onClose } = show()
  await fill(user, { name: '张三', idCard: right })
  await user.click(send())
  await waitFor(() => expect(send().textContent).toBe('正在核验…'))
  expect(send().getAttribute('aria-busy')).toBe('true')
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => give(Response.json({ success: true, description: null })))
  await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
  expect(onClose).toHaveBeenCalledOnce()
  expect(lastToast()).toMatchObject({ tone: 'good', text: '实名认证成功。' })
})

test('a name that is proved cannot be sent again while the next page is on its way', async () => {
  const { user, onVerified } = show()
  await fill(user, { name: '张三', idCard: right })
  await user.click(send())
  await waitFor(() => expect(onVerified).toHaveBeenCalledOnce())
  expect(send().disabled).toBe(true)
  await user.type(idCard(), '{Enter}')
  expect([sent.length, asked.length]).toEqual([1, 1])
})

test('a no with its reason is said with it, and what was typed stays [IDENT-058] [IDENT-123]', async () => {
  answer = async () => Response.json({ success: false, description: '姓名和身份证号对不上' })
  const { user, onClose } = show()
  await fill(user, { name: '张三', idCard: right })
  await user.click(send())
  await waitFor(() => expect(lastToast()?.text).toBe('实名认证没有通过：姓名和身份证号对不上。'))
  expect(send().textContent).toBe('开始认证')
  expect(idCard()).toHaveProperty('value', right)
  expect(onClose).not.toHaveBeenCalled()
})

test('a call that fails says realname_failed [IDENT-124]', async () => {
  answer = async () => Response.json({ code: 'unavailable', message: '服务暂时不可用' }, { status: 503 })
  const { user } = show()
  await fill(user, { name: '张三', idCard: right })
  await user.click(send())
  await waitFor(() => expect(lastToast()?.text).toBe('实名认证没有成功，请稍后再试。'))
})
