// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UploadFailure, uploadPicture } from '#media/index.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { DiscussionPage } from './discussion-page.tsx'
// a part that comes later
import './composer-tools.tsx'
import { sampleDiscussion } from './testing/sample-discussion.ts'

// the resumable protocol is spoken to a real server in the journeys
vi.mock('#media/library/pick-for-text.ts', () => ({ pickForText: vi.fn(), uploadPicture: vi.fn() }))
const upload = vi.mocked(uploadPicture)

beforeEach(async () => {
  localStorage.clear()
  upload.mockReset()
  await prepareBrowser()
  fakeServer({
    '/api/learn/comment/read': () => ({ readUntil: '2026-11-22T05:00:00.000Z' }),
    '/api/learn/comment/preview': () => ({ html: '<p>预览的样子</p>' }),
  })
})
afterEach(cleanup)

function open({ mayShowPictures }: { mayShowPictures: boolean }) {
  const discussion = sampleDiscussion({ mayShowPictures })
  show(<DiscussionPage discussion={discussion} focus={null} reply={null} problem={null} typed="" />, {
    user: samplePerson(),
  })
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: '写下你的问题或发现' })
}

const png = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const markdown = (name: string) => ({ imageId: name, alt: '', url: `/media/images/${name}/orig.png` })
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText('图片', { selector: 'input' }), files)

test('chosen pictures stand where the cursor is, one after the other, while one writes on', async () => {
  const first = held<ReturnType<typeof markdown>>()
  upload.mockReturnValueOnce(first.answer).mockResolvedValueOnce(markdown('img_2'))
  const field = await open({ mayShowPictures: true })
  await userEvent.type(field, '对照')
  await choose(png('塔楼脚下.png'), png('image.png'))
  expect(screen.getByText('正在上传图片')).toBeTruthy()
  await userEvent.type(field, '如下')
  first.give(markdown('img_1'))
  await waitFor(() =>
    expect(field.value).toBe(
      '对照如下\n\n![塔楼脚下](/media/images/img_1/orig.png)\n\n\n![图片](/media/images/img_2/orig.png)\n',
    ),
  )
  expect(screen.queryByText('正在上传图片')).toBeNull()
})

test('a picture that comes while the preview is open is in the text afterwards', async () => {
  const first = held<ReturnType<typeof markdown>>()
  upload.mockReturnValueOnce(first.answer)
  await userEvent.type(await open({ mayShowPictures: true }), '对照')
  await choose(png('a.png'))
  await userEvent.click(screen.getByRole('button', { name: '预览' }))
  await screen.findByText('预览的样子')
  first.give(markdown('img_1'))
  await waitFor(() => expect(screen.queryByText('正在上传图片')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '预览' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toContain('对照\n\n![a](/media/images/img_1')
})

test('what is too large or refused is said, and what was typed stays', async () => {
  upload.mockRejectedValueOnce(new UploadFailure('upload_invalid_file'))
  const field = await open({ mayShowPictures: true })
  await userEvent.type(field, '对照')
  await choose(png('大图.png', 10 * 1024 ** 2 + 1))
  expect(await screen.findByText(/^大图\.png太大了，图片至多10/)).toBeTruthy()
  expect(upload).not.toHaveBeenCalled()
  await choose(png('假的.png'))
  await waitFor(() => expect(screen.queryByText(/太大了/)).toBeNull())
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('对照')
})

test('pictures are pasted and dropped; a new member has no button and reads when pictures come', async () => {
  upload.mockResolvedValue(markdown('img_1'))
  const field = await open({ mayShowPictures: true })
  const data = { files: [png('image.png')], types: ['Files'] }
  fireEvent.paste(field, { clipboardData: data })
  await waitFor(() => expect(field.value).toContain('![图片](/media/images/img_1/orig.png)'))
  fireEvent.drop(field, { dataTransfer: data })
  await waitFor(() => expect(field.value.match(/img_1/g)).toHaveLength(2))
  cleanup()
  localStorage.clear()

  const other = await open({ mayShowPictures: false })
  await screen.findByRole('toolbar')
  expect(screen.queryByLabelText('图片')).toBeNull()
  fireEvent.paste(other, { clipboardData: data })
  expect(await screen.findByText(/加入满三天、发过三条消息后才能贴图/)).toBeTruthy()
  expect(upload).toHaveBeenCalledTimes(2)
})
