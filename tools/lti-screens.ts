import type { APIRequestContext, Page } from 'playwright-core'
import { fromCourse, playSchool, wantsToChoose } from './play-school.ts'
import { said } from './said.ts'
import type { Screen } from './screens.ts'
import { ownAddress, signIn } from './visit.ts'

// What lies between the site and a school's own sites: tools of a class, and where people of a platform arrive.

const learner = '13800000001'
const classLearner = '13800000010'
const teacher = '13800000005'
const admin = '13800000006'
const demoClass = '/campus/class/kl_demo'

export const ltiScreens: Screen[] = [
  { name: 'class-tools', path: demoClass, phone: classLearner, act: showTools },
  { name: 'class-tool-add', path: demoClass, phone: teacher, act: addTool },
  { name: 'class-tool-marks', path: demoClass, phone: teacher, act: openTool },
  { name: 'class-tool-own', path: demoClass, phone: classLearner, act: openTool },
  { name: 'class-tool-remove', path: demoClass, phone: teacher, act: askToRemoveTool },
  { name: 'class-roster', path: demoClass, phone: teacher, act: showRoster },
  { name: 'lti-arrival', path: '/faq', phone: learner, act: (page) => come(page, { sub: 'person-7', name: '程越' }) },
  { name: 'lti-choose', path: '/faq', isAlone: true, act: comeToChoose },
  { name: 'lti-register', path: '/faq', act: comeToRegister },
  { name: 'lti-registered', path: '/faq', act: registerPlatform },
  { name: 'lti-arrival-unknown', path: '/lti/arrival/no-such-ticket' },
  { name: 'lti-choose-unknown', path: '/lti/choose/no-such-ticket', phone: learner },
]

async function showTools(page: Page): Promise<void> {
  await page.getByRole('heading', { name: said('lti.class_tools'), exact: true }).scrollIntoViewIfNeeded()
}

async function addTool(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('lti.add_class_tool') }).click()
  await page.locator('dialog[open] input[type="text"], dialog[open] input:not([type])').first().waitFor()
}

async function openTool(page: Page): Promise<void> {
  await page.locator('main a[href^="/campus/tool/"]').first().click()
  await page.locator('main a[href^="/lti/open/"]').waitFor()
}

async function askToRemoveTool(page: Page): Promise<void> {
  await openTool(page)
  await page.getByRole('button', { name: said('lti.remove_class_tool') }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** A browser of another person, for what happens beside the page. */
export async function beside<T>(page: Page, phone: string | null, work: (page: Page) => Promise<T>): Promise<T> {
  const baseURL = new URL(page.url()).origin
  const context = await page.context().browser()?.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  if (!context) throw new Error('This page has no browser of its own')
  try {
    if (phone) await signIn(context, phone)
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

async function post(request: APIRequestContext, path: string, data: object): Promise<Record<string, string>> {
  const { csrfToken } = await (await request.get('/api/session')).json()
  const answer = await request.post(`${path}?_csrf=${encodeURIComponent(csrfToken)}`, { data })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

const platforms = '/api/campus/organisation/og_demo/lti/platform'
let connected: Promise<{ school: Awaited<ReturnType<typeof playSchool>>; id: string }> | undefined

/** The school's platform, connected once by the admin. */
function connect(page: Page) {
  connected ??= beside(page, admin, async ({ request }) => {
    const school = await playSchool()
    const { id = '' } = await post(request, platforms, { name: '教学平台', ...school.platform })
    return { school, id }
  })
  return connected
}

/** As from a link in a course of the platform. */
async function come(page: Page, claims: Record<string, unknown>): Promise<void> {
  const { school, id } = await connect(page)
  const { origin } = new URL(page.url())
  await page.goto(school.open(origin, id, `${origin}/`, claims), { waitUntil: 'commit' })
  await page.waitForURL((url) => url.origin === origin)
  await page.waitForLoadState('networkidle')
}

async function comeToChoose(page: Page): Promise<void> {
  const { school } = await connect(page)
  await come(page, wantsToChoose(school.issuer))
  await page.getByRole('heading', { name: said('lti.choose'), exact: true }).waitFor()
}

async function showRoster(page: Page): Promise<void> {
  const { school } = await connect(page)
  const { origin } = new URL(page.url())
  await beside(page, null, async (other) => {
    await other.goto(`${origin}/faq`)
    await come(other, fromCourse(school.issuer))
  })
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: said('lti.roster') }).scrollIntoViewIfNeeded()
}

/** Each time for a platform that waits: the address is good once. */
async function comeToRegister(page: Page): Promise<void> {
  const { school } = await connect(page)
  const nothing = { issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '', deploymentIds: [] }
  const url = await beside(page, admin, async ({ request }) => {
    const { id } = await post(request, platforms, { name: '教学平台（新）', ...nothing })
    const offered = await post(request, `${platforms}/registration`, { platformId: id ?? '' })
    return offered.url ?? ''
  })
  const { pathname } = new URL(url)
  const { origin } = new URL(page.url())
  await page.goto(`${origin}${pathname}?openid_configuration=${encodeURIComponent(`${school.issuer}/openid`)}`)
  await page.getByRole('button', { name: said('lti.register_do') }).waitFor()
}

async function registerPlatform(page: Page): Promise<void> {
  await comeToRegister(page)
  await page.getByRole('button', { name: said('lti.register_do') }).click()
  await page.getByRole('heading', { name: said('lti.registered') }).waitFor()
}
