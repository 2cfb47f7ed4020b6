import { expect } from '@playwright/test'
import { chromiumArgs, chromiumPath } from '../tools/chromium.ts'
import { ownAddress, signIn } from '../tools/visit.ts'
import { askForBuild } from './authors.ts'
import { isAlive, newPhone, test } from './person.ts'
import { zipOf } from './zip.ts'

test.use({ extraHTTPHeaders: ownAddress() })

// a program that imports a memory which threads share
const wasm = Buffer.from('0061736d0100000002100103656e76066d656d6f727902030101', 'hex')

/** Counts in a worker, in the memory of the page, as engines with threads do. */
const document = `<!doctype html><title>Build</title><p></p><script>
async function run() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
  await WebAssembly.instantiateStreaming(fetch('Build/game.wasm'), { env: { memory } })
  const worker = new Worker('Build/game.worker.js', { name: 'em-pthread' })
  await new Promise((done, fail) => { worker.onmessage = done; worker.onerror = fail; worker.postMessage(memory) })
  const [sum] = new Int32Array(memory.buffer)
  document.querySelector('p').textContent = 'Isolated: ' + crossOriginIsolated + ', the thread counted ' + sum
}
run().catch((error) => { document.querySelector('p').textContent = String(error) })
</script>`

const worker = `importScripts('game.numbers.js')
onmessage = async ({ data }) => {
  const { more } = await (await fetch('game.json')).json()
  Atomics.add(new Int32Array(data.buffer), 0, number + more)
  postMessage('done')
}`

test('a handed-in build with threads is found, played isolated by another learner in the page, and in a window of its own', async ({
  browser,
  context,
  page: learner,
  baseURL,
}) => {
  const lesson = await askForBuild(browser, baseURL, { title: `线程的塔楼 ${Date.now()}`, step: '交一个用线程的塔楼' })

  await signIn(context, newPhone())
  await learner.goto(`/tutorial/${lesson}`)
  await learner.getByRole('link', { name: '交作品' }).click()
  const field = learner.getByRole('textbox', { name: '标题' })
  await isAlive(field)
  await field.fill('四线的塔楼')
  const files = {
    'index.html': document,
    'Build/game.wasm': wasm,
    'Build/game.worker.js': worker,
    'Build/game.numbers.js': 'const number = 40',
    'Build/game.json': JSON.stringify({ more: 2 }),
  }
  await isAlive(learner.locator('input[type="file"]'))
  await learner
    .locator('input[type="file"]')
    .setInputFiles({ name: 'tower.zip', mimeType: 'application/zip', buffer: zipOf(files) })
  await expect(learner.getByRole('checkbox', { name: '用多线程' })).toBeChecked({ timeout: 30_000 })
  await learner.getByRole('button', { name: '交作品' }).click()
  await expect(learner).toHaveURL(/\/submission\/lsu_/)

  const visit = await browser.newContext({ extraHTTPHeaders: ownAddress(), ...(baseURL && { baseURL }) })
  await signIn(visit, newPhone())
  const other = await visit.newPage()
  await other.goto(learner.url())
  await expect(other.getByText(/解压后/)).toBeVisible()
  await other.getByRole('button', { name: '启动' }).click()
  const frame = other.locator('iframe[title="四线的塔楼"]')
  const words = 'Isolated: true, the thread counted 42'
  await expect(frame.contentFrame().getByText(words)).toBeVisible()

  await visit.close()

  // a browser that isolates no frame by itself is led to the window
  const older = await browser.browserType().launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--disable-features=DocumentIsolationPolicy'],
  })
  const elsewhere = await older.newContext({ extraHTTPHeaders: ownAddress(), locale: 'zh-CN' })
  await signIn(elsewhere, newPhone())
  const page = await elsewhere.newPage()
  await page.goto(learner.url())
  const start = page.getByRole('button', { name: '启动' })
  await isAlive(start)
  await start.click()
  await expect(page.getByText('这个浏览器只在单独的窗口里才支持')).toBeVisible()
  const opening = elsewhere.waitForEvent('page')
  await page.getByRole('link', { name: '在新窗口里打开' }).click()
  await expect((await opening).frameLocator('iframe').getByText(words)).toBeVisible()
  await older.close()
})
