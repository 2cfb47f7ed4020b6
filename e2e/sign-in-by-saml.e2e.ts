import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { playSaml, responseOf } from '../packages/server/src/identity/school/testing/play-saml.ts'
import { signIn } from '../tools/visit.ts'
import { isAlive, newPhone, post, test } from './person.ts'

const operator = '13800000009'

/** At `localhost`, which for a browser is another site than 127.0.0.1: what it posts to the site comes without `Lax` cookies. */
async function startProvider() {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/sso?')) return response.writeHead(404).end()
    const { origin } = new URL(provider.ssoUrl)
    const said = provider.asked(`${origin}${request.url}`, 'ada', new Date())
    const fields = {
      SAMLResponse: Buffer.from(provider.sign(responseOf(said))).toString('base64'),
      RelayState: said.state,
    }
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return response.end(
      `<!doctype html><title>Provider</title><form method="post" action="${said.destination}">${inputs.join('')}<button>Sign in</button></form>`,
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  const provider = playSaml(`http://localhost:${(server.address() as AddressInfo).port}/metadata`)
  return provider
}

test('a school sets up its SAML provider by its metadata, tests it, and its people come in by it', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const stamp = Date.now().toString(36)
  const phone = newPhone()
  const provider = await startProvider()
  const site = await browser.newContext({ baseURL })
  await signIn(site, operator)
  const slug = `saml-${stamp}`
  const { id } = (await post(site.request, '/api/campus/organisation', {
    name: `云帆学院 ${stamp}`,
    slug,
    adminPhone: phone,
  })) as { id: string }
  await site.close()
  await signIn(context, phone)
  await post(context.request, `/api/campus/organisation/${id}/invitation`, { accept: true })

  await page.goto(`/campus/organisation/${id}/connections/sign-in`)
  const save = page.getByRole('button', { name: '保存' })
  // each act asks for a second factor, which this admin does without
  const skip = page.getByRole('alertdialog', { name: '建议开启两步验证' }).getByRole('button', { name: '先跳过' })
  await isAlive(save)
  await page.getByRole('combobox', { name: '协议' }).selectOption('SAML 2.0')
  await page.getByRole('textbox', { name: '学校登录系统的元数据' }).fill('<nothing/>')
  await save.click()
  await skip.click()
  await expect(page.getByText('这里没有说明一个登录系统')).toBeVisible()
  await page.getByRole('textbox', { name: '学校登录系统的元数据' }).fill(provider.metadata)
  await save.click()
  await skip.click()
  await page.getByRole('button', { name: '测试登录' }).click()
  await skip.click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('测试成功：江照')).toBeVisible()
  const on = page.getByRole('switch', { name: '可以用学校账号登录' })
  await isAlive(on)
  await on.click()
  await skip.click()
  await expect(page.getByRole('textbox', { name: '登录链接，发给大家' })).toHaveValue(
    `${baseURL}/sign-in/school/${slug}`,
  )

  const learner = await browser.newContext({ baseURL, locale: 'zh-CN' })
  const there = await learner.newPage()
  await there.goto(`/sign-in/school/${slug}`)
  await there.getByRole('link', { name: '去学校登录' }).click()
  await expect(there).toHaveTitle('Provider')
  await there.getByRole('button', { name: 'Sign in' }).click()
  await expect(there).toHaveURL(`${baseURL}/`)
  const { user, memberships } = (await (await learner.request.get('/api/session')).json()) as {
    user: { name: string } | null
    memberships: object[]
  }
  expect([user?.name, memberships]).toEqual(['江照', [{ organisationId: id, role: 'learner' }]])
  await learner.close()
})
