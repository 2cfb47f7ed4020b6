import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { creator, openTab } from './authors.ts'
import { test } from './person.ts'

const campusCreator = '13800000005'
const stamp = Date.now().toString(36)

for (const [where, phone, prefix, types] of [
  ['the classroom', creator, '', ['tutorial', 'quiz', 'project', 'course']],
  ['the campus', campusCreator, '/campus', ['tutorial', 'quiz', 'course']],
] as const) {
  test(`in ${where} each type begins at /{type}/0/new and is edited at /{type}/{id}/edit [CREA-001] [CREA-003] [CAMP-003]`, async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000)
    await signIn(context, phone)
    const title = page.getByRole('textbox', { name: '标题', exact: true })
    for (const type of types) {
      await page.goto(`${prefix}/${type}/0/new`)
      await expect(title).toHaveValue('')
      await title.fill(`${type} ${stamp}`)
      await expect(page).toHaveURL(new RegExp(`${prefix}/${type}/l[a-z]{2}_\\w+/edit`), { timeout: 20_000 })
      await page.goto(page.url())
      await expect(title).toHaveValue(`${type} ${stamp}`)
    }
  })
}

test('a quiz has a general form, a details form and an editor of questions [CREA-016]', async ({ page, context }) => {
  await signIn(context, creator)
  await page.goto('/quiz/0/new')
  await expect(page.getByRole('textbox', { name: '标题', exact: true })).toBeVisible()
  await openTab(page, /^题目/)
  await page.getByRole('navigation', { name: '题目' }).getByRole('button', { name: '添加题目' }).click()
  await expect(page.getByRole('textbox', { name: '题干' })).toBeVisible()
  await openTab(page, /^详情/)
  await expect(page.getByRole('combobox', { name: '难度' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '通过所需题数' })).toBeVisible()
})
