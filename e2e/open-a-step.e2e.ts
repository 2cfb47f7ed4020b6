import { expect } from '@playwright/test'
import { idOf, test } from './person.ts'

test('a link to a step opens there: by fragment, by sectionId and from a search hit [SHELL-014] [CAT-008]', async ({
  page,
}) => {
  const lesson = await idOf(page.request, 'tutorial', '第一款平台跳跃：瓦片地图与手感')
  const answer = await page.request.get(`/api/learn/tutorial/${lesson}/extends`)
  const { tutorialData } = (await answer.json()) as {
    tutorialData: { sections: { id: string; title: string; anchor: string }[] }
  }
  const step = tutorialData.sections.find(({ title }) => title === '两个看不见的善意')
  const heading = page.getByRole('heading', { level: 2, name: '两个看不见的善意' })

  await page.goto(`/tutorial/${lesson}?sectionId=${step?.id}`)
  await expect(heading).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport()

  await page.goto('/contact')
  await page.goto(`/tutorial/${lesson}#${encodeURIComponent(step?.anchor ?? '')}`)
  await expect(heading).toBeInViewport()
  // the header that stays on top covers no part of it
  const header = await page.getByRole('banner').boundingBox()
  expect((await heading.boundingBox())?.y).toBeGreaterThan(Math.min(0, (header?.y ?? 0) + (header?.height ?? 0)))

  await page.goto(`/search?k=${encodeURIComponent('["query:两个看不见的善意"]')}`)
  await page
    .getByRole('link', { name: /两个看不见的善意/ })
    .first()
    .click()
  await expect(heading).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`#${encodeURIComponent(step?.anchor ?? '')}$`))
})

test('a lesson opens at the chapter, and at the section, that its address names [CAT-009]', async ({ page }) => {
  const answer = await page.request.get('/api/learn/tutorial/real-time-shadows/extends')
  const { tutorialData } = (await answer.json()) as {
    tutorialData: {
      id: string
      sections: { id: string; title: string }[]
      chapterSections: { id: string; sectionIds: string[] }[]
    }
  }
  const { id, sections, chapterSections } = tutorialData
  const titleOf = (sectionId: string | undefined) => sections.find((section) => section.id === sectionId)?.title ?? ''
  const chapter = chapterSections.at(-1)
  expect(chapterSections.length).toBeGreaterThan(1)
  const places = [
    { query: `chapterId=${chapter?.id}`, step: chapter?.sectionIds[0] },
    { query: `chapterId=${chapter?.id}&sectionId=${chapter?.sectionIds.at(-1)}`, step: chapter?.sectionIds.at(-1) },
  ]
  for (const { query, step } of places) {
    await page.goto('/contact')
    await page.goto(`/tutorial/${id}?${query}`)
    await expect(page.getByRole('heading', { level: 2, name: titleOf(step), exact: true })).toBeInViewport()
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport()
  }
})

test('each kind of content has its page under its type and slug [CAT-006]', async ({ page }) => {
  for (const [address, title] of [
    ['/tutorial/first-platformer', '第一款平台跳跃：瓦片地图与手感'],
    ['/project/platformer-week', '一周做完一款平台跳跃'],
    ['/course/write-light', '把光写进引擎'],
    ['/quiz/shader-check', '着色器小测：像素在想什么'],
    ['/liveSession/volumetric-live', '现场拆解：一束体积光的十二毫秒'],
  ] as const) {
    const answer = await page.goto(address)
    expect([address, answer?.status()]).toEqual([address, 200])
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title)
  }
  expect((await page.goto('/course/first-platformer'))?.status()).toBe(404)
  // frequent questions are blocks of pages: nothing publishes an item of that type, nor is one found
  expect((await page.goto('/faq'))?.status()).toBe(200)
  expect((await page.goto('/faq/first-platformer'))?.status()).toBe(404)
})

test('a step of the outline leads to it, and going back returns to where one was', async ({ page }) => {
  const lesson = await idOf(page.request, 'tutorial', '第一款平台跳跃：瓦片地图与手感')
  await page.goto(`/tutorial/${lesson}`)
  const outline = page.getByRole('navigation', { name: '大纲' }).first()
  await outline.getByRole('link', { name: /金币、尖刺和重生/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: '金币、尖刺和重生' })).toBeInViewport()
  await expect(outline.getByRole('link', { name: /金币、尖刺和重生/ })).toHaveAttribute('aria-current', 'step')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})
