import { expect } from '@playwright/test'
import { playSchool } from '../tools/play-school.ts'
import { signIn } from '../tools/visit.ts'
import { isAlive, newPhone, post, test } from './person.ts'

const teacher = '13800000005'
const schoolAdmin = '13800000006'
const school = '/api/campus/organisation/og_demo'

test('a teacher gives a class an outside tool, and a learner who opens it is somebody without a name there', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const stamp = Date.now().toString(36)
  const phone = newPhone()
  const lab = await playSchool()
  const name = `风洞实验室 ${stamp}`
  const admin = await browser.newContext({ baseURL })
  await signIn(admin, schoolAdmin)
  await post(admin.request, `${school}/lti/tool`, { name, ...lab.tool })
  await post(admin.request, `${school}/member/invite`, { phone, role: 'learner' })
  const learner = await browser.newContext({ baseURL })
  await signIn(learner, phone)
  await post(learner.request, `${school}/invitation`, { accept: true })
  const { user } = (await (await learner.request.get('/api/session')).json()) as { user: { id: string; name: string } }
  const { id: classId } = (await post(admin.request, `${school}/class`, { name: `风洞班 ${stamp}` })) as { id: string }
  await signIn(context, teacher)
  const { user: own } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  await post(admin.request, `${school}/class/${classId}/members`, { add: [user.id, own.id], remove: [] })
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
  expect(JSON.stringify(told)).not.toContain(user.id)
  expect(Object.keys(told)).not.toContain('name')

  // for others it is not there
  const outsider = await browser.newContext({ baseURL })
  await signIn(outsider, newPhone())
  expect((await outsider.request.get(new URL(work.url()).pathname)).status()).toBe(404)
  await outsider.close()
  await learner.close()
})
