// @vitest-environment jsdom
import type { MakersVideo } from '@lantern/contract/media/videos.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { languageOfName, readCaptionFile } from './caption-file.ts'
import { secondsOf, VideoSettings } from './video-settings.tsx'

beforeEach(prepareBrowser)

const path = '/api/learn/creator/video/vd_1'

function video(more: Partial<MakersVideo> = {}): MakersVideo {
  return {
    id: 'vd_1',
    title: '第一个场景',
    state: 'ready',
    progress: 100,
    fault: null,
    isPrivate: false,
    duration: 65,
    width: 1280,
    height: 720,
    heights: [720, 480],
    poster: { url: '/media/images/img_1/1200.webp', gif: false, width: 1200, height: 675 },
    captions: [],
    playCount: 7,
    ...more,
  }
}
const chinese = { url: '/zh.vtt', language: 'zh', label: '中文', default: true, cues: 12 }

test('a video says how far it is, or why it failed and how to try again', async () => {
  fakeServer({ [path]: () => ({ video: video({ state: 'processing', progress: 42, heights: [] }) }) })
  const { unmount } = show(<VideoSettings id="vd_1" />, learnerSession())
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('42')
  unmount()
  const calls = fakeServer({
    [path]: () => ({ video: video({ state: 'failed', fault: 'media.video_fault_no_video' }) }),
    [`${path}/retry`]: () => ({ video: video({ state: 'processing', progress: 0 }) }),
  })
  show(<VideoSettings id="vd_1" />, learnerSession())
  expect((await screen.findByRole('alert')).textContent).toContain('没有画面')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  expect(calls.at(-1)?.path).toBe(`${path}/retry`)
})

test('title, privacy and the moment of the picture are changed', async () => {
  const calls = fakeServer({ [path]: ({ body }) => ({ video: video(body) }) })
  show(<VideoSettings id="vd_1" />, learnerSession())
  const title = await screen.findByRole('textbox', { name: /标题/ })
  await userEvent.clear(title)
  await userEvent.type(title, '第二个场景{Enter}')
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ title: '第二个场景' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /登录/ }))
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ isPrivate: true }))
  const moment = screen.getByRole('textbox', { name: /封面/ })
  await userEvent.type(moment, '9:00')
  expect(screen.getByText(/到1:05之间/)).toBeTruthy()
  await userEvent.clear(moment)
  await userEvent.type(moment, '1:02{Enter}')
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ posterSecond: 62 }))
  expect([secondsOf('5'), secondsOf('1:02:05'), secondsOf('x'), secondsOf('')]).toEqual([5, 3725, null, null])
})

test('caption files go in under the language of their name, and what was skipped or refused is said', async () => {
  let isRefused = false
  const calls = fakeServer({
    [path]: () => ({ video: video() }),
    [`${path}/caption`]: () => {
      if (isRefused) throw new TypeError('network')
      return { video: video({ captions: [{ ...chinese, language: 'en', label: 'English' }] }), skipped: 2 }
    },
  })
  show(<VideoSettings id="vd_1" />, learnerSession())
  const input = await screen.findByLabelText('字幕文件')
  await userEvent.upload(input, new File(['WEBVTT'], 'lesson.en.vtt', { type: 'text/vtt' }))
  expect(await screen.findByText(/12条；有2处/)).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ language: 'en', text: 'WEBVTT', isDefault: true })
  isRefused = true
  await userEvent.upload(input, new File(['x'], 'broken.srt'))
  expect((await screen.findByRole('alert')).textContent).toContain('broken.srt')
})

test('captions are deleted after a question, and one language is the default', async () => {
  const english = { ...chinese, language: 'en', label: 'English', default: false }
  const calls = fakeServer({
    [path]: () => ({ video: video({ captions: [english, chinese] }) }),
    [`${path}/caption/delete`]: () => ({ video: video({ captions: [chinese] }) }),
  })
  show(<VideoSettings id="vd_1" />, learnerSession())
  const line = (await screen.findByText('English')).closest('li')
  await userEvent.click(within(line as HTMLElement).getByRole('radio'))
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ defaultCaption: 'en' }))
  await userEvent.click(screen.getByRole('button', { name: /删除.*English/ }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText('English')).toBeNull())
  expect(calls.at(-1)?.body).toEqual({ language: 'en' })
})

test('the words of a file are read in whichever encoding they are', async () => {
  const gb = new Uint8Array([0xc4, 0xe3, 0xba, 0xc3])
  const utf16 = new Uint8Array([0xff, 0xfe, 0x60, 0x4f, 0x7d, 0x59])
  for (const bytes of [gb, utf16, new TextEncoder().encode('你好')]) {
    expect((await readCaptionFile(new Blob([bytes]))).replace('\uFEFF', '')).toBe('你好')
  }
  expect(['a.en.srt', 'a_zh-CN.vtt', 'lesson.vtt', 'a.xx.srt'].map(languageOfName)).toEqual(['en', 'zh', null, null])
})
