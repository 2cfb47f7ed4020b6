// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { answerWith, giveVideo, playTo, sampleMedia, videoIn } from './testing/video.ts'
import { placeOf } from './transcript.tsx'
import { VideoPlayer } from './video-player.tsx'

const vtt = `WEBVTT

00:00:01.000 --> 00:00:04.000
欢迎来到第一课

00:00:05.000 --> 00:00:08.000
<v 老师>先新建一个场景</v>

00:01:40.000 --> 00:01:44.000
最后保存场景
`
const subtitle = (language: string, label: string, isDefault: boolean) => ({
  url: `/media/videos/vd_scene/captions/${language}.vtt`,
  language,
  label,
  default: isDefault,
})

beforeEach(async () => {
  await prepareBrowser()
  giveVideo()
  window.localStorage.clear()
})

async function opened() {
  const media = sampleMedia({ subtitles: [subtitle('en', 'English', false), subtitle('zh', '中文', true)] })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('zh.vtt')) return new Response(vtt)
    if (address.startsWith('/api/learn/media/vd_scene')) return Response.json(answerWith(media)())
    return Response.json({ csrfToken: 'token', counted: true })
  })
  show(<VideoPlayer id="vd_scene" />, 'guest')
  await userEvent.click(await screen.findByRole('button', { name: /^播放“/ }))
  await waitFor(() => expect(videoIn().paused).toBe(false))
  await userEvent.click(screen.getByRole('button', { name: '文字稿' }))
  const panel = within(screen.getByRole('region', { name: '文字稿' }))
  await panel.findByText('先新建一个场景')
  return panel
}

test('the transcript follows the video, and a press jumps to the place', async () => {
  const panel = await opened()
  playTo(videoIn(), 6)
  await waitFor(() => expect(panel.getByRole('button', { current: true }).textContent).toBe('0:05先新建一个场景'))
  await userEvent.click(panel.getByText('最后保存场景'))
  expect(videoIn().currentTime).toBe(100)
  expect(videoIn().paused).toBe(false)
  expect(placeOf([{ start: 1 }, { start: 5 }], 0.5)).toBe(-1)
})

test('the transcript is searched, and its lines are walked with the arrow keys', async () => {
  const panel = await opened()
  await userEvent.type(panel.getByRole('searchbox', { name: '在文字稿中查找' }), '场景')
  expect(panel.getByText('找到2处')).toBeTruthy()
  expect(panel.queryByText('欢迎来到第一课')).toBeNull()
  const [first, second] = panel.getAllByRole('button')
  first?.focus()
  fireEvent.keyDown(first as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second as Element, { key: 'Home' })
  expect(document.activeElement).toBe(first)
})

test("captions are on in the author's default language, can be changed and switched off, and stay so", async () => {
  await opened()
  await userEvent.click(screen.getByRole('button', { name: '字幕：中文' }))
  const menu = within(screen.getByRole('menu', { name: '字幕' }))
  expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    '关闭字幕',
    'English',
    '中文',
  ])
  await userEvent.click(menu.getByRole('menuitemradio', { name: '关闭字幕' }))
  expect(screen.getByRole('button', { name: '字幕：关' })).toBeTruthy()
  expect(window.localStorage.getItem('lantern_captions')).toBe('off')
  expect([...document.querySelectorAll('track')].map(({ srclang, kind }) => [srclang, kind])).toEqual([
    ['en', 'captions'],
    ['zh', 'captions'],
  ])
})
