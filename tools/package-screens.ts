import type { FrameLocator, Page } from 'playwright-core'
import { beside } from './lti-screens.ts'
import { said } from './said.ts'
import type { Screen } from './screens.ts'

// The course package of the demo's class: its page, and how a unit of it is played.

const classLearner = '13800000010'
const teacher = '13800000005'
const demoClass = '/campus/class/kl_demo'

export const packageScreens: Screen[] = [
  { name: 'package', path: demoClass, phone: classLearner, act: openPackage },
  { name: 'package-of-teacher', path: demoClass, phone: teacher, act: openPackage },
  { name: 'package-results', path: demoClass, phone: teacher, act: showResults },
  { name: 'package-learner', path: demoClass, phone: teacher, act: openLearner },
  { name: 'package-waive', path: demoClass, phone: teacher, act: askToWaive },
  { name: 'package-play', path: demoClass, phone: classLearner, act: playFirst },
  { name: 'package-play-last', path: demoClass, phone: classLearner, act: playLast },
  { name: 'package-play-ended', path: demoClass, phone: classLearner, act: endUnit },
  { name: 'package-play-elsewhere', path: demoClass, phone: classLearner, isRefused: true, act: playElsewhere },
  { name: 'package-play-failed', path: demoClass, phone: classLearner, isRefused: true, act: failToPlay },
]

const begin = said('courseware.begin', 'courseware.go_on', 'courseware.look_again')

async function openPackage(page: Page): Promise<void> {
  await page.locator('main a[href^="/campus/package/"]').first().click()
  await page.getByRole('main').getByRole('link', { name: begin }).waitFor()
}

async function showResults(page: Page): Promise<void> {
  await openPackage(page)
  await page.locator('#package-results').evaluate((heading) => heading.scrollIntoView())
}

/** One who has not begun: there is most to waive. */
async function openLearner(page: Page): Promise<void> {
  await openPackage(page)
  const row = page.locator('tbody tr').filter({ has: page.getByText(said('courseware.state_not_begun')) })
  await row.first().getByRole('link').click()
  await page.locator('#learner-units').waitFor()
  await page.locator('#learner-units').evaluate((heading) => heading.scrollIntoView())
}

async function askToWaive(page: Page): Promise<void> {
  await openLearner(page)
  await page.locator('section[aria-labelledby="learner-units"] button').first().click()
  await page.locator('dialog[open] select').waitFor()
}

function unitOf(page: Page): FrameLocator {
  return page.frameLocator('main iframe').frameLocator('iframe')
}

async function play(page: Page, unit: 'first' | 'last'): Promise<void> {
  await openPackage(page)
  await page.locator('section[aria-labelledby="package-units"]').getByRole('link')[unit]().click()
  await unitOf(page).locator('button').first().waitFor()
}

async function playFirst(page: Page): Promise<void> {
  await play(page, 'first')
}

async function playLast(page: Page): Promise<void> {
  await play(page, 'last')
}

async function endUnit(page: Page): Promise<void> {
  await playFirst(page)
  await unitOf(page).locator('#done').click()
  await page.getByText(said('courseware.unit_ended')).waitFor()
}

/** What is written here once another page has the unit is refused. */
async function playElsewhere(page: Page): Promise<void> {
  await playFirst(page)
  const address = page.url()
  await beside(page, classLearner, async (other) => {
    await other.goto(address)
    await unitOf(other).locator('#done').waitFor()
  })
  await unitOf(page).locator('#done').click()
  await page.getByRole('heading', { name: said('courseware.opened_elsewhere') }).waitFor()
}

async function failToPlay(page: Page): Promise<void> {
  await openPackage(page)
  await page.route('**/api/campus/package/*/open*', (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: begin }).click()
  await page.getByRole('heading', { name: said('courseware.not_opened') }).waitFor()
}
