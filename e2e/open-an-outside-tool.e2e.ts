import { expect } from '@playwright/test'
import { playSchool } from '../tools/play-school.ts'
import { signIn } from '../tools/visit.ts'
import { enrol, openClass, openSchool, ownId, school, teacher } from './campus-acts.ts'
import { isAlive, newPhone, post, test } from './person.ts'

test('a teacher gives a class an outside tool, and a learner who opens it is somebody without a name there', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const stamp = Date.now().toString(36)
  const lab = await playSchool()
  const name = `风洞实验室 ${stamp}`
  const admin = await openSchool(browser, baseURL)
  await post(admin.request, `${school}/lti/tool`, { name, ...lab.tool })
  const { context: learner, id } = await enrol(browser, baseURL, admin)
  await signIn(context, teacher)
  const classId = await openClass(admin, `风洞班 ${stamp}`, [id, await ownId(context)])
  await admin.close()

  await page.goto(`/campus/class/${classId}`)
  const add = page.getByRole('button', { name: '添加工具内容' })
  await isAlive(add)
  await add.click()
  const dialog = page.getByRole('dialog', { name: '添加工具内容' })
  await dialog.getByRole('combobox', { name: '工具名称' }).selectOption(name)
  await dialog.getByRole('textbox', { name: '标题' }).fill('机翼的升力')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('link', { name: '机翼的升力' })).toBeVisible()

  const work = await learner.newPage()
  await work.goto(`/campus/class/${classId}`)
  await work.getByRole('link', { name: '机翼的升力' }).click()
  await expect(work.getByText('工具不会知道姓名和邮箱。')).toBeVisible()
  const opening = work.waitForEvent('popup')
  await work.getByRole('link', { name: `打开${name}` }).click()
  const tool = await opening
  await expect(tool.getByRole('heading', { name: 'Tool' })).toBeVisible()
  expect(new URL(tool.url()).origin).toBe(lab.issuer)
  const told = JSON.parse((await tool.locator('pre').textContent()) ?? '{}')
  const claim = (of: string) => told[`https://purl.imsglobal.org/spec/lti/claim/${of}`]
  expect([claim('resource_link').title, claim('context').id]).toEqual(['机翼的升力', classId])
  expect(claim('roles')).toEqual(['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'])
  expect(JSON.stringify(told)).not.toContain(id)
  expect(Object.keys(told)).not.toContain('name')

  // for others it is not there
  const outsider = await browser.newContext({ baseURL })
  await signIn(outsider, newPhone())
  expect((await outsider.request.get(new URL(work.url()).pathname)).status()).toBe(404)
  await outsider.close()
  await learner.close()
})
