// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { answerWith, giveVideo, sampleMedia } from '#media/player/testing/video.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { OverviewVideo, StepVideos } from './lesson-videos.tsx'
import { learnerSession, testCard, testItem } from './testing/page.ts'

beforeEach(async () => {
  await prepareBrowser()
  giveVideo()
})

function Lesson() {
  const text = useRef<HTMLDivElement>(null)
  return (
    <div ref={text}>
      <OverviewVideo id="vd_overview" title="这门课讲什么" />
      <div className="prose" dangerouslySetInnerHTML={{ __html: '<figure data-video="vd_step"></figure>' }} />
      <StepVideos within={text} item={testItem()} next={testCard('ltu_next')} link={{ locale: 'zh_CN' }} />
    </div>
  )
}

test('a lesson plays its overview video and the videos of its steps', async () => {
  fakeServer({
    '/api/learn/media/vd_overview': answerWith(sampleMedia({ id: 'vd_overview', title: '介绍' })),
    '/api/learn/media/vd_step': answerWith(sampleMedia({ id: 'vd_step', title: '第一步' })),
  })
  show(<Lesson />, learnerSession())
  const overview = screen.getByRole('region', { name: '介绍视频：这门课讲什么' })
  const play = await screen.findByRole('button', { name: '播放“介绍”' })
  expect(overview.contains(play)).toBe(true)
  expect(play.dataset.themeOfPlay).toBe('overview')
  const step = await screen.findByRole('button', { name: '播放“第一步”' })
  expect(step.closest('figure')?.dataset.video).toBe('vd_step')
  expect(step.dataset.themeOfPlay).toBe('default')
})
