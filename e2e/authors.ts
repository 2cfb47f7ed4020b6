import { resolve } from 'node:path'
import { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test'
import { paragraph, publishLesson } from '../tools/publish-lesson.ts'
import { ownAddress, signIn } from '../tools/visit.ts'

// What authors do in every editor, as they do it.

export const creator = '13800000002'
export const cover = resolve(import.meta.dirname, '../content/art/course-light.svg')

/** Where the head of the editor says whether the text is safe. */
export function saveState(page: Page): Locator {
  return page.getByRole('banner').getByRole('status')
}

export async function isSaved(page: Page): Promise<void> {
  await expect(saveState(page)).toHaveText(/已保存/)
}

/** What this editor saves is on its way, based on what it knows now, until what this answers is called. */
export async function holdSaves(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const isSaving = page.waitForRequest((request) => isSave(request))
  await page.route('**/api/**', async (route) => {
    if (isSave(route.request())) await held.promise
    await route.continue()
  })
  return async () => {
    await isSaving
    held.resolve()
  }
}

function isSave(request: Request): boolean {
  return request.method() !== 'GET' && /\/(autosave|save)$/.test(new URL(request.url()).pathname)
}

/** Types into a rich text field. */
export async function write(page: Page, name: string, words: string): Promise<void> {
  const text = page.getByRole('textbox', { name, exact: true })
  await text.click()
  await page.keyboard.type(words)
  await expect(text).toContainText(words)
}

export async function openTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: '编辑内容' }).getByRole('link', { name }).click()
}

/** Uploads a picture in the dialog that chooses one. */
export async function chooseCover(page: Page): Promise<void> {
  await page.getByRole('button', { name: '选择图片' }).click()
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(cover)
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 })
}

/** Publishes, saving first where that is asked; answers the address of what learners see. */
export async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^发布/ }).click()
  const confirm = page.getByRole('button', { name: '保存并发布' })
  const published = page.getByRole('dialog', { name: '已经发布' })
  // what is worth a look is said before, as pictures without words
  const anyway = page.getByRole('button', { name: '仍然发布' })
  await expect(confirm.or(published).or(anyway)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(confirm.or(published)).toBeVisible()
  if (await confirm.isVisible()) await confirm.click()
  await expect(published).toBeVisible()
  return (await published.getByRole('link', { name: '看看发布的页面' }).getAttribute('href')) ?? ''
}

/** A lesson by the demo's creator, whose only step is to hand in a build; answers its id. */
export async function askForBuild(
  browser: Browser,
  baseURL: string | undefined,
  { title, step }: { title: string; step: string },
): Promise<string> {
  const making = await browser.newContext({ extraHTTPHeaders: ownAddress(), ...(baseURL && { baseURL }) })
  await signIn(making, creator)
  const asked = { title: step, body: [paragraph('自己走一遍。')], submissionType: 'webgl' as const }
  const lesson = await publishLesson(making.request, { title, description: '试一试。', step: asked })
  await making.close()
  return lesson
}
