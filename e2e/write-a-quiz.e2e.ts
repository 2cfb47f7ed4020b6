import { expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { chooseCover, creator, openTab, publish, write } from './authors.ts'
import { enterAsNew, test } from './person.ts'

const stamp = Date.now().toString(36)

/** Title, description and picture: what everything begins with. */
async function beginNew(page: Page, kind: '测验' | '课程', title: string): Promise<void> {
  await page.goto('/creator/dashboard')
  await page.getByRole('button', { name: '新建' }).click()
  await page.getByRole('menuitem', { name: `新建${kind}` }).click()
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await write(page, '简介', '写给刚开始做阴影的人。')
  await chooseCover(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).toHaveURL(/\/(quiz|course)\/l[a-z]{2}_\w+\/edit/)
}

const questions = [
  { body: '级联阴影分的是什么？', options: ['视锥体', '光源'] },
  { body: '阴影边缘在爬，先查什么？', options: ['纹素对齐', '贴图颜色'] },
  { body: '哪个最省？', options: ['烘焙', '每帧重画'] },
]

test('a creator writes a quiz of three questions, and a learner passes it', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await signIn(context, creator)
  const title = `阴影三问 ${stamp}`
  await beginNew(page, '测验', title)

  await openTab(page, /^题目/)
  const list = page.getByRole('navigation', { name: '题目' })
  for (const [at, { body, options }] of questions.entries()) {
    await list.getByRole('button', { name: '添加题目' }).click()
    await expect(page.getByRole('heading', { name: `第${at + 1}题` })).toBeFocused()
    await write(page, '题干', body)
    for (const [index, words] of options.entries()) await write(page, `选项${index + 1}`, words)
    await page.getByRole('checkbox', { name: /正确答案\s*选项1/ }).check()
  }
  // the last question comes first, by the keyboard alone
  await list.getByRole('button', { name: '移动第3题' }).focus()
  await page.keyboard.press('Home')
  await expect(list.getByRole('listitem').first()).toContainText('哪个最省？')

  // and by dragging it is taken to the end again
  const grip = await list.getByRole('button', { name: '移动第1题' }).boundingBox()
  const last = await list.getByRole('listitem').nth(2).boundingBox()
  if (!grip || !last) throw new Error('The list of questions is not on the screen')
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(last.x + 20, last.y + last.height - 4, { steps: 8 })
  await page.mouse.up()
  await expect(list.getByRole('listitem').last()).toContainText('哪个最省？')

  await openTab(page, /^详情/)
  // a press on it before says what is missing; it is not closed to the keyboard
  await page.getByRole('button', { name: '发布', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: '还不能发布' }).getByRole('button', { name: /难度/ }).click()
  await expect(page.getByRole('combobox', { name: '难度' })).toBeFocused()
  await page.getByRole('combobox', { name: '难度' }).selectOption({ label: '初级' })
  await page.getByRole('textbox', { name: '通过所需题数' }).fill('2')
  const address = await publish(page)

  await page.getByRole('dialog').getByRole('link', { name: '返回创作中心' }).click()
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()

  const learner = await browser.newContext({ baseURL })
  await enterAsNew(learner)
  const work = await learner.newPage()
  await work.goto(address)
  await work.getByRole('button', { name: '开始测验' }).click()
  for (const { options } of questions) {
    await work.getByRole('radio', { name: options[0], exact: true }).check()
    if (options !== questions.at(-1)?.options) await work.getByRole('button', { name: '下一题' }).click()
  }
  await work
    .getByRole('button', { name: /提交答卷|去提交/ })
    .first()
    .click()
  await work.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click()
  await expect(work.getByText('通过了').first()).toBeVisible()
  await learner.close()
})

test('a creator puts a course of two chapters together, and learners see it so', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await signIn(context, creator)
  const title = `阴影课 ${stamp}`
  await beginNew(page, '课程', title)

  await openTab(page, /^内容/)
  const add = async (words: string, name: RegExp) => {
    await page.getByRole('combobox', { name: /搜索教程、项目或测验/ }).fill(words)
    await page.getByRole('option', { name }).first().click()
  }
  await page.getByRole('button', { name: '添加一章' }).click()
  await page.keyboard.type('先看懂')
  await add('实时阴影', /实时阴影/)
  await page.getByRole('button', { name: '添加一章' }).click()
  await page.keyboard.type('再动手')
  await add('阴影小测', /阴影小测/)
  await expect(page.getByRole('button', { name: /^移动《/ })).toHaveCount(2)
  // the quiz goes up into the first chapter and comes back
  const quiz = page.getByRole('button', { name: /^移动《阴影小测/ })
  await quiz.focus()
  await page.keyboard.press('ArrowUp')
  await expect(quiz).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('checkbox', { name: /《阴影小测.*》必学/ }).uncheck()

  await openTab(page, /^详情/)
  await page.getByRole('textbox', { name: '目标' }).fill('能给场景配上阴影\n能说清每一毫秒花在哪')
  await page.getByRole('combobox', { name: '难度' }).selectOption({ label: '初级' })
  const address = await publish(page)

  const learner = await browser.newContext({ baseURL })
  await enterAsNew(learner)
  const course = await learner.newPage()
  await course.goto(address)
  await expect(course.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const main = course.getByRole('main')
  // the second chapter is folded until it is wanted
  await main.getByText('再动手').filter({ visible: true }).first().click()
  for (const words of ['先看懂', /实时阴影/, '再动手', /阴影小测/, /能给场景配上阴影/]) {
    await expect(main.getByText(words).filter({ visible: true }).first()).toBeVisible()
  }
  await learner.close()
})
