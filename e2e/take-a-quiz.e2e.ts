import { expect } from '@playwright/test'
import { enterAsNew, enterByPhone, holdScripts, idOf, newPhone, post, test } from './person.ts'

test('answers survive a refresh and a lost network, and the quiz is submitted once [QUIZ-005]', async ({
  page,
  context,
}) => {
  const quiz = await idOf(page.request, 'quiz', 'Lantern light')
  await page.goto(`/auth/login?redirect_to=/quiz/${quiz}`)
  await enterByPhone(page, newPhone())
  await expect(page).toHaveURL(new RegExp(`/quiz/${quiz}`))

  await page.getByRole('button', { name: '开始测验' }).click()
  await page.getByRole('radio', { name: '24', exact: true }).check()
  await expect(page.getByText(/答案已保存/).first()).toBeVisible()
  await page.reload()
  // it opens at the first question without an answer
  await page.getByRole('button', { name: '上一题' }).click()
  await expect(page.getByRole('radio', { name: '24', exact: true })).toBeChecked()

  await page.getByRole('button', { name: '下一题' }).click()
  await context.setOffline(true)
  await page.getByRole('checkbox', { name: 'Perlin noise' }).check()
  await page.getByRole('checkbox', { name: 'A lifetime curve' }).check()
  await expect(page.getByText(/网络断开/).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/答案已保存/).first()).toBeVisible({ timeout: 20_000 })

  await page
    .getByRole('button', { name: /提交答卷|去提交/ })
    .first()
    .click()
  const submit = page.getByRole('dialog').getByRole('button', { name: '提交', exact: true })
  await submit.click()
  await expect(page.getByText('通过了').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('通过了').first()).toBeVisible()
})

test('an answer chosen before the script has come is saved like any other', async ({ page, context }) => {
  await enterAsNew(context)
  const quiz = await idOf(page.request, 'quiz', 'Lantern light')
  await post(page.request, '/api/learn/cn/record/quiz', { id: quiz, type: 'quiz', completed: false })
  const scriptsCome = await holdScripts(page)
  await page.goto(`/quiz/${quiz}`, { waitUntil: 'commit' })
  const right = page.getByRole('radio', { name: '24', exact: true })
  await right.check()
  scriptsCome()
  await expect(page.getByText(/答案已保存/).first()).toBeVisible()
  await expect(right).toBeChecked()
})
