import type { Page } from 'playwright-core'
import { beside } from './lti-screens.ts'
import { said } from './said.ts'
import type { Screen } from './screens.ts'

// A class of the demo's school, for its teacher and for a learner.

export const classLearner = '13800000010'
export const teacher = '13800000005'
const demoClass = '/campus/class/kl_demo'
const teach = `${demoClass}/teach`
const school = '/campus/organisation/og_demo'
const admin = '13800000006'
const newcomer = 'new'

export const campusScreens: Screen[] = [
  { name: 'class-progress', path: demoClass, phone: teacher },
  { name: 'class-assignments', path: `${demoClass}?tab=assignments`, phone: teacher },
  { name: 'class-messages', path: `${demoClass}?tab=messages`, phone: teacher },
  { name: 'class-rubric', path: `${demoClass}?tab=assignments`, phone: teacher, act: openRubric },
  { name: 'class-study', path: `${demoClass}?tab=study`, phone: teacher },
  { name: 'class-groups', path: `${demoClass}?tab=groups`, phone: teacher },
  { name: 'class-group-edit', path: `${demoClass}?tab=groups`, phone: teacher, act: editGroup },
  { name: 'class-group-split', path: `${demoClass}?tab=groups`, phone: teacher, act: splitClass },
  { name: 'class-assign-some', path: demoClass, phone: teacher, act: assignToSome },
  { name: 'class-assign-waits', path: `${demoClass}?tab=assignments`, phone: teacher, act: chooseWhatComesFirst },
  { name: 'class-opening', path: `${demoClass}?tab=assignments`, phone: teacher, act: openForPerson },
  { name: 'class-release', path: `${demoClass}?tab=assignments`, phone: teacher, act: open('campus.release') },
  { name: 'class-dates', path: `${demoClass}?tab=assignments`, phone: teacher, act: open('campus.person_dates') },
  { name: 'class-mark', path: demoClass, phone: teacher, act: mark },
  { name: 'class-mark-locked', path: demoClass, phone: teacher, act: markLocked },
  { name: 'class-message-write', path: demoClass, phone: teacher, act: write },
  // nobody ends a class: other screens are looked at meanwhile
  { name: 'teach-begin', path: teach, phone: teacher },
  { name: 'teach-live', path: teach, phone: teacher, act: teachClass },
  { name: 'teach-counts', path: teach, phone: teacher, act: showCounts },
  { name: 'teach-followed', path: demoClass, phone: classLearner, act: follow },
  { name: 'teach-hand', path: demoClass, phone: classLearner, act: raiseHand },
  { name: 'class-of-learner', path: demoClass, phone: classLearner },
  { name: 'organisations-none', path: '/campus/organisation', phone: newcomer },
  { name: 'organisation-invite', path: school, phone: admin, act: open('campus.invite') },
  { name: 'organisation-member', path: school, phone: admin, act: changeMember },
  { name: 'organisation-class', path: `${school}?tab=classes`, phone: admin, act: open('campus.class_new') },
  { name: 'organisation-seats', path: `${school}?tab=licences`, phone: admin, act: open('commerce.licences.who') },
  {
    name: 'organisation-seats-give',
    path: `${school}?tab=licences`,
    phone: admin,
    act: open('commerce.licences.give'),
  },
  { name: 'organisation-record-key', path: `${school}?tab=records`, phone: admin, act: open('campus.key_new') },
  {
    name: 'organisation-records-forward',
    path: `${school}?tab=records`,
    phone: admin,
    act: setForward,
  },
  { name: 'marking', path: '/campus/marking', phone: teacher },
  { name: 'marking-marked', path: '/campus/marking?state=marked', phone: teacher },
  { name: 'marking-none', path: '/campus/marking', phone: newcomer },
  { name: 'marking-answer', path: '/campus/marking', phone: teacher, act: openAnswer },
]

/** The dialog that the first button with these words opens. */
function open(words: string) {
  return async (page: Page): Promise<void> => {
    await page
      .locator('main button', { hasText: said(words) })
      .first()
      .click()
    await page.locator('dialog[open]').waitFor()
    await page.waitForLoadState('networkidle')
  }
}

async function changeMember(page: Page): Promise<void> {
  await page.locator('main tbody button').first().click()
  await page.locator('dialog[open] button[type="submit"]').waitFor()
}

/** What the first learner of the list has handed in, of the assignment that is shown first. */
async function mark(page: Page): Promise<void> {
  await page.locator('tbody td button').filter({ visible: true }).first().click()
  await page.locator('dialog[open] textarea').waitFor()
}

async function openRubric(page: Page): Promise<void> {
  await page
    .locator('main li button', { hasText: said('campus.rubric') })
    .first()
    .click()
  await page.locator('dialog[open] fieldset').first().waitFor()
}

async function editGroup(page: Page): Promise<void> {
  await page.locator('main li button').first().click()
  await page.locator('dialog[open] fieldset').waitFor()
}

async function splitClass(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('campus.group_split'), exact: true }).click()
  await page.locator('dialog[open] select').waitFor()
}

async function assignToSome(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('campus.assign'), exact: true }).click()
  await page.locator('dialog[open] select').first().selectOption('some')
  await page.locator('dialog[open] fieldset').first().waitFor()
}

async function chooseWhatComesFirst(page: Page): Promise<void> {
  await page.getByText(said('campus.edit'), { exact: true }).last().click()
  const first = page.getByRole('group', { name: said('campus.prerequisites') })
  await first.getByRole('checkbox').first().check()
  await first.scrollIntoViewIfNeeded()
}

/** Of an assignment that waits for another one from then on. */
async function openForPerson(page: Page): Promise<void> {
  await chooseWhatComesFirst(page)
  await page.locator('dialog[open] button[type="submit"]').click()
  await page.getByText(said('campus.open_for'), { exact: true }).last().click()
  await page.locator('dialog[open] input').waitFor()
}

/** Marks a learner for a locked assignment. A narrow screen shows one assignment at a time, so it is chosen first. */
async function markLocked(page: Page): Promise<void> {
  const chosen = page.getByRole('combobox', { name: said('campus.which_assignment') })
  if (await chosen.isVisible()) await chosen.selectOption({ index: (await chosen.locator('option').count()) - 1 })
  await page.locator('tbody td:last-child button').first().click()
  await page.locator('dialog[open] textarea').waitFor()
}

async function setForward(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('campus.forward_set'), exact: true }).click()
  await page.locator('dialog[open] input').first().waitFor()
}

async function openAnswer(page: Page): Promise<void> {
  await page.locator('main li a[href*="attempt="]').first().click()
  await page.locator('main textarea[name="comment"]').waitFor()
}

async function write(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('campus.message'), exact: true }).click()
  await page.locator('dialog[open] select').first().selectOption('not_begun')
}

async function begin(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: said('campus.teach_end') })
  if (!(await button.isVisible())) await page.locator('main form button[value="begin"]').first().click()
  await button.waitFor()
}

/** A learner comes and raises a hand. */
async function teachClass(page: Page): Promise<void> {
  await begin(page)
  await beside(page, classLearner, async (other) => {
    await other.goto(demoClass)
    await raiseHand(other)
    await page.locator('main form button[value="answer"]').first().waitFor()
  })
}

async function showCounts(page: Page): Promise<void> {
  await begin(page)
  await page.getByText(said('campus.teach_view_counts'), { exact: true }).click()
}

async function follow(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: said('campus.follow_join') })
  if (!(await link.isVisible())) {
    await beside(page, teacher, async (other) => {
      await other.goto(teach)
      await begin(other)
    })
    await page.goto(demoClass)
  }
  await link.click()
  await page.getByRole('button', { name: said('campus.follow_leave') }).waitFor()
}

async function raiseHand(page: Page): Promise<void> {
  await follow(page)
  const lower = page.getByRole('button', { name: said('campus.follow_lower') })
  if (await lower.isVisible()) return
  await page.getByRole('button', { name: said('campus.follow_raise') }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.locator('textarea').fill('分割距离填了0.1，第一级整片是黑的。')
  await dialog.locator('button[type="submit"]').click()
  await lower.waitFor()
}
