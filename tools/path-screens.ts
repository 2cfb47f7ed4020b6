import type { Page } from 'playwright-core'
import { said } from './said.ts'
import type { Screen } from './screens.ts'
import { ownAddress, signIn } from './visit.ts'

// Learning paths and what is given at their end; the programs that read what one has learned.

const learner = '13800000001'
const admin = '13800000004'
const newcomer = 'new'
/** The demo's path that its learner has completed. */
const completed = '/learning-path/first-scene'

export const pathScreens: Screen[] = [
  { name: 'learning-path', path: '/unity-learning-path' },
  { name: 'learning-path-learner', path: '/unity-learning-path', phone: learner },
  { name: 'path-guest', path: '/learning-path/engine-developer' },
  { name: 'path-learner', path: '/learning-path/engine-developer', phone: learner },
  { name: 'path-completed', path: completed, phone: learner },
  { name: 'path-unknown', path: '/learning-path/no-such-path', isRefused: true },
  { name: 'certificate', path: completed, phone: learner, act: openCertificate },
  { name: 'paths-edited', path: '/creator/paths', phone: admin },
  { name: 'paths-edited-none', path: '/creator/paths', phone: learner },
  { name: 'path-new', path: '/creator/paths/new', phone: admin },
  { name: 'path-edit', path: '/creator/paths', phone: admin, act: openEditor },
  { name: 'path-edit-unknown', path: '/creator/paths/pa_nothing', phone: admin, isRefused: true },
  { name: 'path-take-out', path: '/creator/paths', phone: admin, act: takeOut },
  { name: 'certificates', path: 'me:/u/:id?tab=certificates', phone: learner },
  { name: 'certificates-none', path: 'me:/u/:id?tab=certificates', phone: newcomer },
  { name: 'certificate-unknown', path: '/certificate/LT-0000-0000-0000', isRefused: true },
  { name: 'certificate-guest', path: completed, act: checkCertificate },
  { name: 'badge-check', path: '/certificate/check' },
  { name: 'badge-valid', path: completed, act: (page) => checkBadge(page) },
  {
    name: 'badge-forged',
    path: completed,
    act: (page) => checkBadge(page, (badge) => badge.replace('"name"', '"alternateName"')),
  },
  { name: 'certificate-revoke', path: completed, phone: admin, act: askToRevoke },
  { name: 'own-tokens', path: 'me:/accountSafety/:id/tokens', phone: learner },
  { name: 'own-tokens-new', path: 'me:/accountSafety/:id/tokens', phone: newcomer, act: nameToken },
]

/** The editor of the path that most are on. */
async function openEditor(page: Page): Promise<void> {
  const link = page.locator('main li a[href^="/creator/paths/"]').last()
  await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href, { waitUntil: 'networkidle' })
}

async function takeOut(page: Page): Promise<void> {
  await openEditor(page)
  // the first stage, which the demo's learner has finished
  await page.locator('section[aria-labelledby="stage-order"] li').first().getByRole('button').last().click()
  await page.locator('dialog[open]').waitFor()
}

async function openCertificate(page: Page): Promise<void> {
  const link = page.locator('main a[href^="/certificate/"]').first()
  await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href, { waitUntil: 'networkidle' })
}

/** Somebody else has the number from its holder alone. */
async function checkCertificate(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const holder = await page.context().browser()?.newContext({ baseURL: origin, extraHTTPHeaders: ownAddress() })
  if (!holder) throw new Error('This page has no browser of its own')
  await signIn(holder, learner)
  const { results } = await (await holder.request.get('/api/learn/cn/certificate/mine')).json()
  await holder.close()
  await page.goto(`${origin}/certificate/${results[0].number}`, { waitUntil: 'networkidle' })
}

/** A badge of the site as its holder has it, or as somebody changed it. */
async function checkBadge(page: Page, change = (badge: string) => badge): Promise<void> {
  await checkCertificate(page)
  const { origin, pathname } = new URL(page.url())
  const badge = await page.request.get(`${origin}/badges/credentials/${pathname.split('/').at(-1)}?file=json`)
  await page.goto(`${origin}/certificate/check`, { waitUntil: 'networkidle' })
  await page
    .getByRole('main')
    .locator('textarea')
    .fill(change(await badge.text()))
  await page.getByRole('button', { name: said('certificates.check_now') }).click()
  await page.getByRole('region', { name: said('certificates.check'), exact: true }).waitFor()
}

async function askToRevoke(page: Page): Promise<void> {
  await checkCertificate(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: said('certificates.revoke') })
    .click()
  await page.locator('dialog[open] textarea').waitFor()
}

async function nameToken(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: said('tokens.new') })
    .click()
  await page.locator('dialog[open] input').first().waitFor()
}
