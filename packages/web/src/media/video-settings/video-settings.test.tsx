// @vitest-environment jsdom
import type { MakersVideo } from '@lantern/contract/media/videos.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
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

/** A server that keeps what it is told, and answers a change when the test says so. */
function slowServer(start: Partial<MakersVideo> = {}) {
  const waiting: ReturnType<typeof held<void>>[] = []
  let kept = video(start)
  const calls = fakeServer({
    async [path]({ body }) {
      if (Object.keys(body).length === 0) return { video: kept }
      const { defaultCaption, ...change } = body
      const captions = kept.captions.map((one) => ({ ...one, default: one.language === defaultCaption }))
      kept = { ...kept, ...change, ...(defaultCaption !== undefined && { captions }) }
      const now = kept
      const gate = held<void>()
      waiting.push(gate)
      await gate.answer
      return { video: now }
    },
  })
  const sent = () => calls.map(({ body }) => body).filter((body) => Object.keys(body).length > 0)
  /** Lets the change come home that was sent as this one, from 1. */
  const answer = async (number: number) => {
    await waitFor(() => expect(waiting).toHaveLength(number))
    waiting[number - 1]?.give()
  }
  return { sent, answer }
}

test('what is typed while a change is on its way stays, and presses come to the server one after the other', async () => {
  const { sent, answer } = slowServer()
  show(<VideoSettings id="vd_1" />, learnerSession())
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /标题/ })
  const isPrivate = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /登录/ })
  await userEvent.type(title, '二{Enter}')
  await userEvent.type(title, '三')
  await userEvent.click(isPrivate())
  expect(isPrivate().checked).toBe(true)
  await userEvent.click(isPrivate())
  expect(isPrivate().checked).toBe(false)
  await userEvent.click(isPrivate())
  await answer(1)
  await answer(2)
  await answer(3)
  await answer(4)
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' }).ariaBusy).toBeNull())
  expect(sent()).toEqual([{ title: '第一个场景二' }, { isPrivate: true }, { isPrivate: false }, { isPrivate: true }])
  expect([title.value, title.isConnected, isPrivate().checked]).toEqual(['第一个场景二三', true, true])
})

test('the captions that are shown by default are those that were pressed last', async () => {
  const english = { ...chinese, language: 'en', label: 'English', default: false }
  const { sent, answer } = slowServer({ captions: [english, chinese] })
  show(<VideoSettings id="vd_1" />, learnerSession())
  const radio = (name: string) =>
    within(screen.getByText(name, { selector: 'li > span' }).closest('li') as HTMLElement).getByRole<HTMLInputElement>(
      'radio',
    )
  await screen.findByText('English')
  await userEvent.click(radio('English'))
  await userEvent.click(radio('中文'))
  expect([radio('English').checked, radio('中文').checked]).toEqual([false, true])
  await answer(1)
  await answer(2)
  await waitFor(() => expect(sent()).toEqual([{ defaultCaption: 'en' }, { defaultCaption: 'zh' }]))
  expect([radio('English').checked, radio('中文').checked]).toEqual([false, true])
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
