import type { Page } from 'playwright-core'
import { said } from './said.ts'

// What editors of pages do before a picture is taken. Nothing of it is saved.

const words = {
  tree: said('cms.builder_tree'),
  addBlock: said('cms.builder_add_block'),
  publish: said('documents.publish'),
}

/** Opens the page that was changed last and chooses its first block. */
export async function buildPage(page: Page): Promise<void> {
  await page.locator('main h2 a').first().click()
  const first = page.getByRole('treeitem').first()
  await first.waitFor()
  await first.click()
  await page.frameLocator('iframe').locator('[data-block]').first().waitFor({ state: 'attached' })
}

export async function choosePageBlock(page: Page): Promise<void> {
  await buildPage(page)
  // on a small screen the form is in front by now
  const tab = page.locator('label').filter({ hasText: words.tree })
  if (await tab.isVisible()) await tab.click()
  await page.getByRole('button', { name: words.addBlock }).click()
  await page.locator('dialog[open]').waitFor()
}

export async function checkPage(page: Page): Promise<void> {
  await buildPage(page)
  const checked = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/check'))
  await page.getByRole('banner').getByRole('button', { name: words.publish }).click()
  await checked
  await page.locator('dialog[open]').waitFor()
}
