import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { isAlive, lessonViewCookie, newPhone, post } from './person.ts'

/** Of the demo's school. */
export const teacher = '13800000005'
export const schoolAdmin = '13800000006'
export const school = '/api/campus/organisation/og_demo'

/** The admin of the school, in a browser of their own. */
export async function openSchool(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  const admin = await browser.newContext({ baseURL })
  await signIn(admin, schoolAdmin)
  return admin
}

interface Enrolled {
  context: BrowserContext
  id: string
}

/** A new learner of the school. `view`: how lessons are shown to them; absent: as to everybody. */
export async function enrol(
  browser: Browser,
  baseURL: string | undefined,
  admin: BrowserContext,
  view?: 'steps' | 'whole',
): Promise<Enrolled> {
  const phone = newPhone()
  await post(admin.request, `${school}/member/invite`, { phone, role: 'learner' })
  const context = await browser.newContext({ baseURL })
  if (view) await context.addCookies([lessonViewCookie(baseURL ?? '', view)])
  await signIn(context, phone)
  await post(context.request, `${school}/invitation`, { accept: true })
  return { context, id: await ownId(context) }
}

export async function ownId({ request }: BrowserContext): Promise<string> {
  const { user } = (await (await request.get('/api/session')).json()) as { user: { id: string } }
  return user.id
}

/** A new class of the school with these people; answers its id. */
export async function openClass(admin: BrowserContext, name: string, people: readonly string[]): Promise<string> {
  const { id } = (await post(admin.request, `${school}/class`, { name })) as { id: string }
  await post(admin.request, `${school}/class/${id}/members`, { add: people, remove: [] })
  return id
}

/** Assigns an item on the page of a class, found by words of its title. */
export async function assign(page: Page, words: string, title: string): Promise<void> {
  const button = page.getByRole('button', { name: '布置', exact: true })
  await isAlive(button)
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '教程、项目、课程或测验' }).fill(words)
  await page.getByRole('option', { name: title }).click()
  await dialog.getByRole('button', { name: '布置', exact: true }).click()
  await expect(dialog).toBeHidden()
}
