import { expect } from '@playwright/test'
import { playSchool } from '../tools/play-school.ts'
import { paragraph, publishLesson } from '../tools/publish-lesson.ts'
import { signIn } from '../tools/visit.ts'
import { publish } from './authors.ts'
import { enrol, openSchool, school, teacher } from './campus-acts.ts'
import { isAlive, post, test } from './person.ts'

test('an author chooses at an outside tool what a step opens, and the mark of a learner who does it there ticks the step', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const stamp = Date.now().toString(36)
  const lab = await playSchool()
  const name = `升力实验室 ${stamp}`
  const admin = await openSchool(browser, baseURL)
  const { id: toolId } = (await post(admin.request, `${school}/lti/tool`, { name, ...lab.tool })) as { id: string }
  const { context: learner } = await enrol(browser, baseURL, admin, 'whole')

  await signIn(context, teacher)
  const id = await publishLesson(context.request, {
    title: `机翼怎样升起来 ${stamp}`,
    description: '先读，再到实验室里做。',
    step: { title: '读一读', body: [paragraph('上面的气流更快。')] },
    campus: true,
  })
  await page.goto(`/campus/tutorial/${id}/edit?tab=s`)
  const add = page.getByRole('button', { name: '外部工具', exact: true })
  await isAlive(add)
  await add.click()
  await page.getByRole('textbox', { name: '步骤标题' }).fill('到实验室里做')
  await page.getByRole('combobox', { name: '工具名称' }).selectOption(name)
  const choosing = page.waitForEvent('popup')
  await page.getByRole('link', { name: `到${name}里选` }).click()
  await expect((await choosing).getByText('已选好，回到编辑器的窗口继续。')).toBeVisible()
  await expect(page.getByRole('combobox', { name: '打开的工具内容' })).toContainText(`机翼的升力（${name}）`)
  await expect(page.getByRole('combobox', { name: '打开的工具内容' })).not.toHaveValue('')
  await publish(page)

  const work = await learner.newPage()
  await work.goto(`/campus/tutorial/${id}`)
  const step = work.getByRole('region', { name: /到实验室里做/ })
  await expect(step.getByText(`在${name}里打开`)).toBeVisible()
  await expect(step.getByText('工具不会知道姓名和邮箱。')).toBeVisible()
  await step.getByRole('button', { name: '在这里打开' }).click()
  const tool = step.frameLocator('iframe').frameLocator('iframe')
  await expect(tool.getByRole('heading', { name: 'Tool' })).toBeVisible()
  // what the tool asked the page around it to keep when the launch began
  await expect(tool.getByRole('status')).toHaveText('kept at the beginning')
  await tool.getByRole('button', { name: 'Finish' }).click()
  await expect(tool.getByRole('heading', { name: '204' })).toBeVisible()
  await expect(step.getByRole('button', { name: /标记为已完成/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(step.getByText('90%')).toBeVisible()

  // a window of its own, for tools that will not stand in a frame
  const opening = work.waitForEvent('popup')
  await step.getByRole('link', { name: '在新窗口中打开' }).click()
  const alone = await opening
  await expect(alone.getByRole('heading', { name: 'Tool' })).toBeVisible()
  expect(new URL(alone.url()).origin).toBe(lab.issuer)

  await post(admin.request, `${school}/lti/tool/remove`, { toolId })
  await work.reload()
  await expect(step.getByText('这个工具已被移除，这一步打不开它了。')).toBeVisible()
  await admin.close()
  await learner.close()
})
