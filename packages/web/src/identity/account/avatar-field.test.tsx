// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { samplePerson } from '#testing/samples.ts'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import { AvatarField } from './avatar-field.tsx'
import { ShrinkFailure, shrinkPicture } from './shrink-picture.ts'
import { type Answer, answering, refused, show } from './testing/test-render.tsx'

vi.mock('./shrink-picture.ts', async (original) => ({ ...(await original<object>()), shrinkPicture: vi.fn() }))

const path = '/api/learn/cn/updateUserAvatar'
const old = '/media/images/img_old/200.webp'

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  vi.mocked(shrinkPicture).mockResolvedValue('data:image/webp;base64,AAAA')
  for (const { id } of currentToasts()) dismissToast(id)
})

function choose(answer: Answer) {
  const sent = answering({ [path]: answer })
  const { container } = show(<AvatarField />, samplePerson({ avatar: old }))
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  fireEvent.change(input, { target: { files: [new File(['x'], 'me.png', { type: 'image/png' })] } })
  return { sent, shown: () => container.querySelector('img')?.getAttribute('src') }
}

test('an approved picture is shown at once [IDENT-122]', async () => {
  const { sent, shown } = choose({ body: { status: 'approved', avatar: '/media/images/img_new/200.webp' } })
  await waitFor(() => expect(shown()).toBe('/media/images/img_new/200.webp'))
  expect(sent).toEqual([{ path, body: { avatar: 'data:image/webp;base64,AAAA' } }])
  expect(currentToasts()).toMatchObject([{ tone: 'good', text: '头像已更新。' }])
})

test.each([
  ['rejected', '这张头像不符合要求，请换一张。'],
  ['needAdmin', '头像已提交，工作人员看过之后就会展示。'],
  ['requestFailed', '头像没有传成功，请稍后再试。'],
])('a picture that is %s leaves the old one and says so [IDENT-129] [IDENT-130] [IDENT-131]', async (status, text) => {
  const { shown } = choose({ body: { status, avatar: old } })
  await waitFor(() => expect(currentToasts()).toMatchObject([{ text }]))
  expect(shown()).toBe(old)
})

test('a request that fails is a failed request [IDENT-131]', async () => {
  choose(refused('unavailable', '服务暂时不可用，正在恢复，请稍后再试。', 503))
  await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: 'bad', text: '头像没有传成功，请稍后再试。' }]))
  expect(await screen.findByText('服务暂时不可用，正在恢复，请稍后再试。')).toBeTruthy()
})

test('a file that is no picture never leaves the browser', async () => {
  vi.mocked(shrinkPicture).mockRejectedValue(new ShrinkFailure('unreadable'))
  const { sent } = choose({ body: {} })
  expect(await screen.findByText('这个文件不是能用的图片，请换一张。')).toBeTruthy()
  expect(sent).toEqual([])
})
