import type { Page } from 'playwright-core'

/** The screens that `npm run pictures` takes and that axe reads in the journeys. `phone` signs in as a demo account. */
export interface Screen {
  name: string
  /** A path, or `find:<type>:<n>` for the detail page of the n-th item in the list of that type. */
  path: string
  phone?: string
  /** What must be on the page before the picture: a CSS selector. */
  waitFor?: string
  /** What a person does before the picture. The account may have done it before, or anything else of this list. */
  act?: (page: Page) => Promise<void>
}

const learner = '13800000001'
const premium = '13800000007'
/** Somebody who was never here before, the same person at one width in one colour set and language. */
const newcomer = 'new'

export const screens: Screen[] = [
  { name: 'home-guest', path: '/' },
  { name: 'home-learner', path: '/', phone: learner },
  { name: 'tutorials', path: '/tutorials' },
  { name: 'projects', path: '/projects' },
  { name: 'courses', path: '/courses' },
  { name: 'free', path: '/free' },
  { name: 'learning-path', path: '/unity-learning-path' },
  { name: 'educators', path: '/educators' },
  { name: 'discount', path: '/discount' },
  { name: 'live-opening', path: '/live-calendar' },
  { name: 'live-coming', path: '/live-calendar?tab=coming' },
  { name: 'live-previous', path: '/live-calendar?tab=previous' },
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
  { name: 'my-learning-guest', path: '/u/u_nobody' },
  { name: 'settings', path: '/settings', phone: learner },
  { name: 'sign-in', path: '/auth/login' },
  { name: 'faq', path: '/faq' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/app/privacy' },
  { name: 'not-found', path: '/no/such/page' },

  { name: 'tutorial-locked', path: '/tutorial/stable-rigidbody-stacking' },
  { name: 'tutorial-started', path: '/tutorial/object-pool', phone: newcomer, act: startTutorial },
  { name: 'tutorial-scrolled', path: '/tutorial/object-pool', phone: newcomer, act: scrollDown },
  { name: 'quiz-work', path: '/quiz/shader-check', phone: newcomer, act: beginQuiz },
  { name: 'quiz-ask', path: '/quiz/shader-check', phone: newcomer, act: askToSubmit },
  { name: 'quiz-submitted', path: '/quiz/performance-check', phone: newcomer, act: submitQuiz },
  { name: 'my-learning-filled', path: 'me:/u/:id', phone: newcomer },
  { name: 'home-returning', path: '/', phone: newcomer },
  { name: 'summary-open', path: '/tutorial/toon-ramp', phone: newcomer, act: completeTutorial },
  { name: 'restart-open', path: '/tutorial/root-motion', phone: newcomer, act: askToRestart },
  { name: 'my-learning-done', path: 'me:/u/:id?tab=completed', phone: newcomer },
  { name: 'sign-in-open', path: '/', act: press('header a[href^="/auth/login"]') },
  { name: 'menu-open', path: '/', act: press('header > div > button[popovertarget]') },
  { name: 'account-open', path: '/', phone: learner, act: press('header [popovertarget]:has([class*="avatar"])') },
  { name: 'header-search-open', path: '/tutorials', act: searchInHeader },
  { name: 'filters-open', path: '/search', act: press('[aria-haspopup="dialog"]') },
  { name: 'language-open', path: '/contact', act: press('footer button[popovertarget]') },
]

/** Presses what a selector finds; at widths where it is hidden the picture is of the page at rest. */
function press(selector: string) {
  return async (page: Page) => {
    const target = page.locator(selector).first()
    if (await target.isVisible()) await target.click()
  }
}

async function searchInHeader(page: Page): Promise<void> {
  const box = page.locator('header input[type="search"]')
  if (!(await box.isVisible())) return
  await box.pressSequentially('光')
  await page.locator('header [role="option"]').first().waitFor()
}

const submits = (act: string) => `form:has(input[name="act"][value="${act}"]) button`

async function startTutorial(page: Page): Promise<void> {
  await press(`main ${submits('start')}`)(page)
  const first = page.locator(`main section ${submits('step')}[aria-pressed="false"]`).first()
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
  await page.locator(submits('tutorial')).click()
  await page.locator('dialog[open]').waitFor()
}

async function askToRestart(page: Page): Promise<void> {
  await completeTutorial(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(重新学习|Start again)$/ })
    .first()
    .click()
  await page.locator('dialog[open]').waitFor()
}

export const widths = [390, 820, 1440] as const
export const themes = ['light', 'dark'] as const
export const languages = ['zh_CN', 'en_US'] as const
