import type { APIRequestContext, Page } from 'playwright-core'
import { fromCourse, playSchool, wantsToChoose } from './play-school.ts'
import { paragraph, publishLesson, richText } from './publish-lesson.ts'
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
  { name: 'step-tool-edit', path: '/faq', phone: teacher, act: chooseTool },
  { name: 'step-tool', path: '/faq', phone: teacher, act: readStepWithTool },
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

let lesson: Promise<string> | undefined

/** A lesson of the teacher for the demo's school, the second step of which is its tool. */
function lessonWithTool(page: Page): Promise<string> {
  lesson ??= beside(page, teacher, async ({ request }) => {
    const id = await publishLesson(request, {
      title: '走路循环：从参考到曲线',
      description: '先看参考，再到实验室里标注。',
      step: { title: '看参考视频', body: [paragraph('数一数一个循环里有几个接触姿势。')] },
      campus: true,
    })
    const { tools } = (await (await request.get(`/api/campus/tutorial/${id}/tool/list`)).json()) as {
      tools: { id: string }[]
    }
    const { id: toolLinkId } = await post(request, `/api/campus/tutorial/${id}/tool`, {
      toolId: tools[0]?.id,
      title: '走路循环：标注落脚点',
    })
    const { draft } = (await (await request.get(`/api/learn/creator/draft/${id}`)).json()) as {
      draft: { forms: { general: object; details: object; steps: { sections: object[] } } }
    }
    const { general, steps, details } = draft.forms
    const step = { type: 'tool', labUrl: '', submissionType: null, optionType: 'required', toolLinkId }
    const body = richText(paragraph('按帧标出左右脚的落点。'))
    const sections = [...steps.sections, { ...step, id: `se_tool${Date.now()}`, title: '标注落脚点', body }]
    await post(request, `/api/learn/tutorial/${id}/publish`, { ...general, steps: { ...steps, sections }, details })
    return id
  })
  return lesson
}

async function chooseTool(page: Page): Promise<void> {
  await page.goto(`/campus/tutorial/${await lessonWithTool(page)}/edit?tab=s`, { waitUntil: 'networkidle' })
  // on a phone the steps are a list that opens
  const opensSteps = page.getByRole('button', { name: said('authoring.step_at') }).filter({ visible: true })
  if (await opensSteps.count()) await opensSteps.click()
  await page.getByRole('button', { name: '标注落脚点' }).filter({ visible: true }).first().click()
  await page.getByRole('combobox', { name: said('authoring.field_toolLinkId') }).waitFor()
}

async function readStepWithTool(page: Page): Promise<void> {
  await page.goto(`/campus/tutorial/${await lessonWithTool(page)}`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: '标注落脚点' }).first().click()
  const heading = page.getByRole('heading', { name: '标注落脚点' }).filter({ visible: true }).first()
  await heading.evaluate((one) => one.scrollIntoView())
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
