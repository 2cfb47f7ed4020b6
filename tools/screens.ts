import type { Page, Route } from 'playwright-core'
import { codeAt } from '../packages/server/src/identity/guard/one-time-codes.ts'
import { campusScreens, classLearner, teacher } from './campus-screens.ts'
import { communityScreens } from './community-screens.ts'
import { creatorScreens } from './creator-screens.ts'
import { ltiScreens } from './lti-screens.ts'
import { packageScreens } from './package-screens.ts'
import { pathScreens } from './path-screens.ts'
import { said } from './said.ts'
import { shopScreens } from './shop-screens.ts'
import { enterElsewhere, messageTo } from './visit.ts'

/** The screens that `npm run pictures` takes and that axe reads in the journeys. `phone` signs in as a demo account. */
export interface Screen {
  name: string
  /**
   * A path, or `find:<type>:<n>` for the detail page of the n-th item in the list of that type, or
   * `own:<type>:<n or slug>:<path with {type} and {id}>` for one of a creator's own.
   */
  path: string
  phone?: string
  /** What must be on the page before the picture: a CSS selector. */
  waitFor?: string
  /** The server or the network refuses this one, which the browser reports: no fault here. */
  isRefused?: boolean
  /** It changes what the visitor's other pictures would show, so it is taken by a visitor of its own. */
  isAlone?: boolean
  /** What a person does before the picture. The account may have done it before, or anything else of this list. */
  act?: (page: Page) => Promise<void>
}

const learner = '13800000001'
const premium = '13800000007'
/** A first visitor, the same person at one width in one colour set and language. */
const newcomer = 'new'

export const screens: Screen[] = [
  { name: 'home-guest', path: '/' },
  { name: 'home-learner', path: '/', phone: learner },
  { name: 'tutorials', path: '/tutorials' },
  { name: 'projects', path: '/projects' },
  { name: 'courses', path: '/courses' },
  { name: 'free', path: '/free' },
  { name: 'new', path: '/new' },
  { name: 'advance', path: '/advance' },
  ...pathScreens,
  { name: 'educators', path: '/educators' },
  { name: 'discount', path: '/discount' },
  { name: 'tutorial-guest', path: 'find:tutorial:0' },
  { name: 'tutorial-learner', path: 'find:tutorial:0', phone: learner },
  { name: 'tutorial-premium', path: 'find:tutorial:2', phone: premium },
  { name: 'project', path: 'find:project:0', phone: learner },
  { name: 'course-guest', path: 'find:course:0' },
  { name: 'course-learner', path: 'find:course:0', phone: learner },
  { name: 'quiz-guest', path: 'find:quiz:0' },
  { name: 'quiz-learner', path: 'find:quiz:0', phone: learner },
  { name: 'search', path: `/search?k=${encodeURIComponent('["query:光"]')}` },
  { name: 'search-empty', path: `/search?k=${encodeURIComponent('["query:qqqzzz"]')}` },
  { name: 'my-learning', path: 'me:/u/:id', phone: learner },
  { name: 'my-learning-collected', path: 'me:/u/:id?tab=collected', phone: learner },
  { name: 'merchandise-orders', path: 'me:/u/:id?tab=periphery_order', phone: learner },
  ...communityScreens,
  ...shopScreens,
  { name: 'my-learning-guest', path: '/u/u_nobody', isRefused: true },
  { name: 'settings', path: '/settings', phone: learner },
  { name: 'account-safety', path: 'me:/accountSafety/:id', phone: learner },
  { name: 'account-safety-leaving', path: 'me:/accountSafety/:id', phone: learner, act: showLeaving },
  { name: 'verification-dialog', path: 'me:/accountSafety/:id', phone: learner, act: openVerification },
  { name: 'email', path: '/auth/email', phone: learner },
  { name: 'email-sent', path: '/auth/email', phone: newcomer, act: askForEmail },
  { name: 'email-link-dead', path: '/auth/email/confirm?token=used' },
  { name: 'settings-profile', path: '/settings#tab_profile', phone: learner },
  { name: 'two-factor', path: '/auth/tfa', phone: newcomer },
  { name: 'two-factor-dialog', path: 'me:/accountSafety/:id', phone: newcomer, act: exportData },
  { name: 'two-factor-setup', path: '/auth/tfa', phone: newcomer, act: beginTwoFactor },
  { name: 'two-factor-codes', path: '/auth/tfa', phone: newcomer, isAlone: true, act: switchOnTwoFactor },
  { name: 'two-factor-ask', path: '/auth/tfa', phone: newcomer, isRefused: true, isAlone: true, act: askForTwoFactor },
  { name: 'real-name', path: '/auth/real-name', phone: newcomer },
  { name: 'real-name-dialog', path: 'me:/accountSafety/:id', phone: newcomer, act: askRealName },
  { name: 'basic-info', path: '/faq', phone: newcomer, isAlone: true, act: askBasicInfo },
  { name: 'bind-phone', path: '/u3d/oauth/unityId/login?redirect_to=%2Ffaq', isAlone: true, act: comeWithoutPhone },
  { name: 'bind-prompt', path: '/faq', phone: newcomer, isAlone: true, act: forget('bind_prompt') },
  { name: 'suspended', path: '/auth/login', isRefused: true, isAlone: true, act: signInSuspended },
  { name: 'cookies', path: '/', isAlone: true, act: forget('cookie_preference') },
  { name: 'welcome', path: '/', isAlone: true, act: forget('welcome') },
  { name: 'premium-tour', path: '/', phone: premium, isAlone: true, act: forget('premium_tour') },
  { name: 'other-device', path: '/faq', phone: newcomer, isAlone: true, act: signInElsewhere('computer') },
  { name: 'new-login', path: '/faq', phone: newcomer, isAlone: true, act: signInElsewhere('phone') },
  { name: 'sign-in', path: '/auth/login' },
  { name: 'sign-in-failed-elsewhere', path: '/auth/login?problem=provider_unavailable' },
  { name: 'demo-identity-provider', path: '/u3d/oauth/unityId/login?redirect_to=%2F' },
  { name: 'demo-chat-app', path: '/u3d/auth/weixin/login?redirect_to=%2F' },
  { name: 'login-window-returned', path: '/auth/returned?redirect_to=%2F' },
  { name: 'existing-account', path: '/faq?hasPhoneUser=true', waitFor: 'dialog', act: untilDialog },
  { name: 'bind-success', path: '/faq?bindSuccess=true', phone: newcomer, waitFor: 'dialog', act: untilDialog },
  {
    name: 'bind-error',
    path: '/faq?bindSuccess=false&hasLearnId=true&hasLearnPhone=true',
    phone: newcomer,
    waitFor: 'dialog',
    act: untilDialog,
  },
  { name: 'faq', path: '/faq' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/app/privacy' },
  { name: 'terms', path: '/app/terms' },
  { name: 'person-info-list', path: '/app/person-info-list' },
  { name: 'term-of-service', path: '/term-of-service' },
  { name: 'cookies-policy', path: '/cookies-policy' },
  { name: 'not-found', path: '/no/such/page', isRefused: true },
  { name: 'broken', path: '/tutorials', isRefused: true, act: followLink((route) => route.fulfill({ status: 500 })) },
  { name: 'away', path: '/tutorials', isRefused: true, act: followLink((route) => route.fulfill({ status: 503 })) },
  { name: 'unreached', path: '/tutorials', isRefused: true, act: followLink((route) => route.abort()) },
  { name: 'offline', path: '/tutorials', act: loseNetwork },

  { name: 'tutorial-locked', path: '/tutorial/stable-rigidbody-stacking' },
  { name: 'tutorial-started', path: '/tutorial/object-pool', phone: newcomer, act: startTutorial },
  { name: 'tutorial-scrolled', path: '/tutorial/object-pool', phone: newcomer, act: scrollDown },
  { name: 'quiz-work', path: '/quiz/shader-check', phone: newcomer, act: beginQuiz },
  { name: 'quiz-ask', path: '/quiz/shader-check', phone: newcomer, act: askToSubmit },
  { name: 'quiz-number', path: '/quiz/measuring-light-check', phone: newcomer, act: openQuestion(2) },
  { name: 'quiz-order', path: '/quiz/measuring-light-check', phone: newcomer, act: openQuestion(4) },
  { name: 'quiz-pairs', path: '/quiz/measuring-light-check', phone: newcomer, act: openQuestion(5) },
  { name: 'quiz-gaps', path: '/quiz/measuring-light-check', phone: newcomer, act: openQuestion(6) },
  { name: 'quiz-hotspot', path: '/quiz/measuring-light-check', phone: newcomer, act: markSpot(7) },
  { name: 'quiz-essay', path: '/quiz/school-light-check', phone: teacher, act: openQuestion(4) },
  { name: 'quiz-waiting', path: '/quiz/school-light-check', phone: classLearner },
  { name: 'quiz-submitted', path: '/quiz/performance-check', phone: newcomer, act: submitQuiz },
  { name: 'my-learning-begun', path: 'me:/u/:id', phone: newcomer },
  { name: 'home-returning', path: '/', phone: newcomer },
  { name: 'summary-open', path: '/tutorial/toon-ramp', phone: newcomer, act: completeTutorial },
  { name: 'restart-open', path: '/tutorial/root-motion', phone: newcomer, act: askToRestart },
  { name: 'restart-asked', path: '/tutorial/root-motion?ask=restart', phone: newcomer },
  { name: 'my-learning-done', path: 'me:/u/:id?tab=completed', phone: newcomer },
  { name: 'sign-in-open', path: '/', act: openSignIn },
  { name: 'menu-open', path: '/', act: press('header > div > button[popovertarget]') },
  { name: 'account-open', path: '/', phone: learner, act: press('header [popovertarget]:has([class*="avatar"])') },
  { name: 'header-search-open', path: '/tutorials', act: searchInHeader },
  { name: 'filters-open', path: '/search', act: press('[aria-haspopup="dialog"]') },
  { name: 'language-open', path: '/contact', act: press('footer button[popovertarget]') },
  { name: 'region-open', path: '/contact', act: press('footer li:nth-child(2 of :has(button)) button[popovertarget]') },
  { name: 'interests-open', path: '/', phone: learner, act: chooseInterests },
  { name: 'sign-out', path: '/auth/logout', phone: learner },
  ...creatorScreens,
  ...campusScreens,
  ...ltiScreens,
  ...packageScreens,
]

/** Presses what a selector finds; at widths where it is hidden the picture is of the page at rest. */
function press(selector: string) {
  return async (page: Page) => {
    const target = page.locator(selector).first()
    if (await target.isVisible()) await target.click()
  }
}

/** A dialog, on a phone a page of its own. */
async function openSignIn(page: Page): Promise<void> {
  await page.locator('header a[href^="/auth/login"]').click()
  await page.locator('input[name="phone"]:visible').waitFor()
}

async function chooseInterests(page: Page): Promise<void> {
  const name = said('catalog.interests')
  // the first sign of a person fetches the script of this part
  await page.mouse.move(300, 300)
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').getByRole('button', { name }).click()
  await page.locator('dialog[open] button[aria-pressed]').first().waitFor()
}

async function searchInHeader(page: Page): Promise<void> {
  const box = page.locator('header input[type="search"]')
  if (!(await box.isVisible())) return
  await box.pressSequentially('光')
  await page.locator('header [role="option"]').first().waitFor()
}

/** Goes on to a tutorial whose data the site answers in this way. */
function followLink(answer: (route: Route) => Promise<void>) {
  return async (page: Page) => {
    await page.route(/\.data\b/, answer)
    await page.locator('main a[href*="/tutorial/"]').first().click()
    await page.locator('main [role="alert"]').waitFor()
  }
}

/** For this page alone: the others of the visitor still have theirs. */
async function loseNetwork(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false })
    window.dispatchEvent(new Event('offline'))
  })
  await page.locator('main a[href*="/tutorial/"]').first().click()
}

const submits = (act: string) => `form:has(input[name="act"][value="${act}"]) button`

async function startTutorial(page: Page): Promise<void> {
  await press(`main ${submits('start')}`)(page)
  const first = page.locator(`main section ${submits('step')}[aria-pressed="false"]:visible`).first()
  if (await first.isVisible()) await first.click()
  await page.waitForLoadState('networkidle')
}

async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 1400))
}

async function beginQuiz(page: Page): Promise<void> {
  await press(`${submits('begin')}:enabled`)(page)
  const option = page.locator('main label:has(input):visible').nth(1)
  await option.waitFor()
  await option.click()
  await page.waitForLoadState('networkidle')
}

/** A question of the quiz, at work. */
function openQuestion(number: number) {
  return async (page: Page): Promise<void> => {
    const begin = page.locator(`${submits('begin')}:enabled`)
    const question = page.locator(`aside a[href="#q${number}"]`)
    await begin.or(question).first().waitFor()
    if (await begin.isVisible()) await begin.click()
    await question.click()
    await page.locator(`section#q${number} fieldset > :not(legend)`).first().waitFor()
  }
}

/** A point on the picture of the question, set where its left half is. */
function markSpot(number: number) {
  return async (page: Page): Promise<void> => {
    await openQuestion(number)(page)
    const picture = page.locator(`section#q${number} [role="application"] img`)
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    await picture.click({ position: { x: width / 3, y: height * 0.8 } })
    await page.waitForLoadState('networkidle')
  }
}

async function askToSubmit(page: Page): Promise<void> {
  await beginQuiz(page)
  await page.locator('aside button[type="submit"]').click()
  await page.locator('dialog[open]').waitFor()
}

async function submitQuiz(page: Page): Promise<void> {
  await askToSubmit(page)
  await page.locator('dialog[open] button').last().click()
  await page.locator('dialog[open]').waitFor({ state: 'hidden' })
}

async function completeTutorial(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = 'lesson_end'
  })
  await page.locator(submits('tutorial')).click()
  // one that stands in the page as the server wrote it hears no key yet
  await page.locator('dialog:modal').waitFor()
}

/** The question for the real name that follows a first completion is put off, which asks once more. */
async function askToRestart(page: Page): Promise<void> {
  await completeTutorial(page)
  await page.keyboard.press('Escape')
  const name = page.locator('dialog[open] input[name="name"]')
  await name.waitFor()
  page.once('dialog', (question) => question.accept())
  await page.keyboard.press('Escape')
  await name.waitFor({ state: 'detached' })
  await page
    .getByRole('main')
    .getByRole('button', { name: said('learning.restart') })
    .first()
    .click()
  await page.locator('dialog[open]').last().waitFor()
}

export const widths = [390, 820, 1440] as const
export const themes = ['light', 'dark'] as const
export const pictureLanguages = ['zh_CN', 'en_US'] as const

async function showLeaving(page: Page): Promise<void> {
  await page.getByRole('main').locator('summary').last().click()
}

/** The demo suggests a second factor before, which may be put off. */
async function openVerification(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('identity.safety_change') }).click()
  await page.getByRole('button', { name: said('identity.tfa_skip') }).click()
  await page.getByRole('dialog').waitFor()
}

async function untilDialog(page: Page): Promise<void> {
  await page.getByRole('alertdialog').waitFor()
}

async function askForEmail(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('textbox').fill(`picture-${Date.now()}@example.com`)
  await page.getByRole('main').locator('button[type="submit"]').click()
  await page.getByRole('main').getByRole('textbox').waitFor({ state: 'detached' })
}

async function exportData(page: Page): Promise<void> {
  await page.locator('button[name="intent"][value="export"]').click()
  await page.getByRole('alertdialog').waitFor()
}

async function beginTwoFactor(page: Page): Promise<void> {
  await page.locator('button[name="intent"][value="begin"]').click()
  await page.locator('main code').waitFor()
}

async function switchOnTwoFactor(page: Page): Promise<void> {
  await beginTwoFactor(page)
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('main').getByRole('textbox').fill(codeAt(secret, new Date()))
  await page.locator('button[name="intent"][value="enable"]').click()
  await page.locator('main a[download]').waitFor()
}

async function askForTwoFactor(page: Page): Promise<void> {
  await switchOnTwoFactor(page)
  await page.goto('/auth/tfa')
  await page.getByRole('main').getByRole('textbox').fill('000000')
  await page.locator('button[name="intent"]').click()
  await page.locator('main [aria-invalid="true"]').waitFor()
}

async function askRealName(page: Page): Promise<void> {
  await page.locator('main a[href^="/auth/real-name"]').click()
  await page.getByRole('dialog').waitFor()
}

/** As after signing up. */
async function askBasicInfo(page: Page): Promise<void> {
  // before any script of the page: the one that is open might take the wish for itself
  await page.addInitScript(() => sessionStorage.setItem('lantern_basic_info', 'true'))
  await page.reload()
  await page.getByRole('dialog').waitFor()
}

/** Chooses the demo's first person of the identity provider, who has no phone there. */
async function comeWithoutPhone(page: Page): Promise<void> {
  await page.locator('main button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** The demo's suspended account, which only the form tells why. */
async function signInSuspended(page: Page): Promise<void> {
  const phone = '13800000008'
  await page.locator('main input[name="phone"]').fill(phone)
  const sent = page.waitForResponse(/sms\/signUp/)
  // before its script is there it posts the form
  await page.locator('main button[type="button"]', { hasText: said('identity.send_code') }).click()
  await sent
  await page.locator('main input[name="code"]').fill((await messageTo(page.request, phone)).code)
  await page.locator('main input[name="legal"]').check()
  await page.locator('main button[value="login"]').click()
  await untilDialog(page)
}

/** Comes again as if the person had never answered this. */
function forget(what: string) {
  return async (page: Page) => {
    await page.context().clearCookies({ name: new RegExp(`^lantern_${what}`) })
    await page.reload()
    await page.mouse.move(300, 300)
    await page.locator('section:not(main *, footer *):has(h2), dialog[open]').first().waitFor()
  }
}

function signInElsewhere(device: 'computer' | 'phone') {
  return async (page: Page) => {
    await page.reload({ waitUntil: 'networkidle' })
    await enterElsewhere(page, device)
    await untilDialog(page)
  }
}
