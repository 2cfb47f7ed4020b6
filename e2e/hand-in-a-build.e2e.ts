import { expect } from '@playwright/test'
import { ownAddress, signIn } from '../tools/visit.ts'
import { askForBuild } from './authors.ts'
import { isAlive, newPhone, test } from './person.ts'
import { zipOf } from './zip.ts'

test.use({ extraHTTPHeaders: ownAddress() })

/** A build that says what it reached of the page around it and of the player's session. */
const pageOf = (site: string) => `<!doctype html><title>Build</title><p></p><script>
  const reached = []
  const reach = async (name, act) => { try { if (await act()) reached.push(name) } catch {} }
  const call = (path, more) => fetch('${site}' + path, { credentials: 'include', ...more })
  async function run() {
    await reach('storage', () => localStorage.length >= 0)
    await reach('cookies', () => document.cookie !== null)
    await reach('page', () => parent.document.title !== null)
    await reach('session', () => call('/api/session'))
    await reach('sign out', () => call('/api/auth/logout', { method: 'POST', mode: 'no-cors' }))
    await reach('window', () => open('${site}/') !== null)
    await reach('address', () => { top.location.href = '${site}/faq'; return true })
    document.querySelector('p').textContent = 'The tower runs ' + (reached.join() || 'alone')
  }
  run()
</script>`

test('a build that a learner hands in, after a reload, is played and liked by another, of whom it reaches nothing [CMTY-005]', async ({
  browser,
  context,
  page: learner,
  baseURL,
}) => {
  const lesson = await askForBuild(browser, baseURL, { title: `塔楼的影子 ${Date.now()}`, step: '交一个能玩的塔楼' })

  await signIn(context, newPhone())
  await learner.goto(`/tutorial/${lesson}`)
  await expect(learner.getByText('交了作品，这一步才算完成')).toBeVisible()
  await learner.getByRole('link', { name: '交作品' }).click()
  const field = learner.getByRole('textbox', { name: '标题' })
  await isAlive(field)
  await field.fill('黄昏的塔楼')
  await learner.getByRole('textbox', { name: '你是怎么做的' }).fill('太阳压得**很低**。')
  const build = {
    name: 'tower.zip',
    mimeType: 'application/zip',
    buffer: zipOf({ 'index.html': pageOf(baseURL ?? '') }),
  }
  await isAlive(learner.locator('input[type="file"]'))
  await learner.locator('input[type="file"]').setInputFiles(build)
  await expect(learner.getByRole('button', { name: '移除tower.zip', exact: true })).toBeVisible({ timeout: 30_000 })
  // the draft and its file outlive a reload
  await learner.reload()
  await expect(field).toHaveValue('黄昏的塔楼')
  await expect(learner.getByRole('button', { name: '移除tower.zip', exact: true })).toBeVisible()
  await learner.getByRole('button', { name: '交作品' }).click()
  await expect(learner).toHaveURL(/\/submission\/lsu_/)
  await expect(learner.getByRole('heading', { level: 1, name: '黄昏的塔楼' })).toBeVisible()
  const own = new URL(learner.url()).pathname

  const visit = await browser.newContext({ extraHTTPHeaders: ownAddress(), ...(baseURL && { baseURL }) })
  await signIn(visit, newPhone())
  const other = await visit.newPage()
  await other.goto(`/tutorial/${lesson}?start=true`)
  await other.getByRole('link', { name: '1件作品' }).click()
  await other.getByRole('link', { name: '黄昏的塔楼' }).click()
  await expect(other).toHaveURL(new RegExp(own))
  await other.getByRole('button', { name: '启动' }).click()
  await expect(other.frameLocator('iframe[title="黄昏的塔楼"]').getByText('The tower runs alone')).toBeVisible()
  await expect(other).toHaveURL(new RegExp(own))
  await other.getByRole('button', { name: /^赞“黄昏的塔楼”/ }).click()
  await expect(other.getByRole('button', { name: '赞“黄昏的塔楼”，1' })).toHaveAttribute('aria-pressed', 'true')
  await visit.close()
})
