// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ProseVideos } from './prose-videos.tsx'
import { answerWith, giveVideo, sampleMedia } from './testing/video.ts'

beforeEach(async () => {
  await prepareBrowser()
  giveVideo()
})

const figure = (id: string) =>
  `<figure class="video" data-video="${id}"><picture><img src="/poster.webp" alt=""></picture><p>▶ ${id}</p><figcaption>说明</figcaption></figure>`

function Lesson({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  return (
    <div ref={text}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      <ProseVideos within={text} overlay={<span data-testid="watermark" />} next={<a href="/next">下一课</a>} />
    </div>
  )
}

test('each video of a text becomes a player in its place, with its caption and the overlay on the picture', async () => {
  fakeServer({
    '/api/learn/media/vd_a': answerWith(sampleMedia({ id: 'vd_a', title: '甲' })),
    '/api/learn/media/vd_b': answerWith(sampleMedia({ id: 'vd_b', title: '乙' })),
  })
  show(<Lesson html={`<p>看</p>${figure('vd_a')}<p>再看</p>${figure('vd_b')}`} />, 'guest')
  await screen.findByRole('button', { name: '播放“乙”' })
  const [first, second] = [...document.querySelectorAll('figure')]
  expect(first?.querySelector('video')?.getAttribute('aria-label')).toBe('甲')
  expect(second?.querySelector('video')?.getAttribute('aria-label')).toBe('乙')
  expect(first?.className).toContain('figure')
  expect(first?.querySelector('figcaption')?.textContent).toBe('说明')
  expect(first?.querySelector('section [data-testid="watermark"]')).toBeTruthy()
})

test('a video that is gone says so and leaves the text as it is', async () => {
  fakeServer({})
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message: '' }, { status: 404 }))
  show(<Lesson html={`<p>看</p>${figure('vd_gone')}`} />, 'guest')
  await waitFor(() => expect(screen.getByText('这个视频不存在，或者你没有观看权限。')).toBeTruthy())
  expect(screen.getByText('看')).toBeTruthy()
})
