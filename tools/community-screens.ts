import type { Page } from 'playwright-core'
import { said } from './said.ts'
import type { Screen } from './screens.ts'
import { hasScript } from './visit.ts'

// Where people talk, take notes, meet live, follow and look after each other.

const learner = '13800000001'
const creator = '13800000002'
const moderator = '13800000003'
const admin = '13800000004'
/** A first visitor, who has asked, followed and noted nothing yet. */
const newcomer = 'new'

const live = (part: string) => `own:liveSession:volumetric-live:/{type}/{id}/${part}`

export const communityScreens: Screen[] = [
  { name: 'discussion-guest', path: '/tutorial/real-time-shadows', act: openDiscussion },
  { name: 'discussion', path: '/tutorial/real-time-shadows', phone: learner, act: openDiscussion },
  { name: 'discussion-reply', path: '/tutorial/toon-ramp', phone: learner, act: writeReply },
  { name: 'discussion-preview', path: '/tutorial/toon-ramp', phone: learner, act: previewMessage },
  { name: 'discussion-empty', path: '/tutorial/cloth-mass-spring', phone: learner, act: openDiscussion },
  { name: 'discussion-of-step', path: '/tutorial/profiling-hitch', phone: learner, act: openDiscussionOfStep },
  { name: 'discussion-not-begun', path: '/tutorial/toon-ramp', phone: newcomer, act: openDiscussion },
  { name: 'discussion-menu', path: '/tutorial/toon-ramp', phone: learner, act: openMessageMenu },
  { name: 'discussion-report', path: '/tutorial/toon-ramp', phone: learner, act: reportMessage },
  { name: 'lesson-notes', path: '/tutorial/toon-ramp', phone: learner, act: writeNote },
  { name: 'lesson-notes-open', path: 'me:/u/:id?tab=notes', phone: learner, act: openNote },
  { name: 'lesson-public-notes', path: 'me:/u/:id?tab=notes', phone: learner, act: openPublicNotes },
  { name: 'my-notes', path: 'me:/u/:id?tab=notes', phone: learner },
  { name: 'my-submissions', path: 'me:/u/:id?tab=submissions', phone: learner },
  { name: 'waiting-questions', path: '/messages/waiting', phone: creator },
  { name: 'waiting-questions-none', path: '/messages/waiting', phone: newcomer },
  { name: 'my-notes-empty', path: 'me:/u/:id?tab=notes', phone: newcomer },
  { name: 'submissions', path: '/tutorial/water-surface/submissions', phone: learner },
  { name: 'submissions-guest', path: '/tutorial/spatial-audio/submissions' },
  { name: 'submissions-empty', path: '/tutorial/toon-ramp/submissions', phone: learner },
  { name: 'my-submissions-empty', path: 'me:/u/:id?tab=submissions', phone: newcomer },
  { name: 'submission-own', path: 'me:/u/:id?tab=submissions', phone: learner, act: openSubmission },
  { name: 'submission-delete', path: 'me:/u/:id?tab=submissions', phone: learner, act: askToDelete },
  { name: 'submission', path: '/tutorial/water-surface/submissions', phone: learner, act: openSubmission },
  { name: 'submission-of-educator', path: '/tutorial/water-surface/submissions', phone: admin, act: openSubmission },
  { name: 'hand-in', path: '/tutorial/water-surface', phone: newcomer, act: openHandIn },
  { name: 'peer-feedback', path: '/tutorial/water-surface/peer-feedback', phone: learner },
  { name: 'peer-feedback-first', path: '/tutorial/water-surface/peer-feedback', phone: newcomer },
  { name: 'peer-feedback-task', path: '/tutorial/water-surface/peer-feedback', phone: learner, act: takeTask },
  { name: 'submissions-to-review', path: '/tutorial/water-surface/submissions', phone: admin, act: openReviews },
  { name: 'share-dialog', path: '/course/write-light', act: openShare },

  { name: 'live-opening', path: '/live-calendar' },
  { name: 'live-coming', path: '/live-calendar?tab=coming' },
  { name: 'live-week', path: '/live-calendar?tab=week' },
  { name: 'live-week-learner', path: '/live-calendar?tab=week', phone: learner },
  { name: 'live-week-mine', path: '/live-calendar?tab=week&mine=1', phone: learner },
  { name: 'live-previous', path: '/live-calendar?tab=previous' },
  { name: 'live-none', path: '/live-calendar?tab=coming&q=qqqzzz' },
  { name: 'live-session-coming', path: '/liveSession/root-motion-qa', phone: learner },
  { name: 'live-session-guest', path: '/liveSession/volumetric-live' },
  { name: 'live-session-on', path: '/liveSession/volumetric-live', phone: learner },
  { name: 'live-session-host', path: '/liveSession/volumetric-live', phone: creator },
  { name: 'live-session-recorded', path: '/liveSession/terrain-jam', phone: learner },
  { name: 'live-session-cancelled', path: '/liveSession/editor-tools-evening', phone: learner },
  { name: 'live-session-premium', path: '/liveSession/netcode-lab', phone: learner },
  { name: 'live-attendance', path: live('attendance'), phone: creator },
  { name: 'new-live-session', path: '/liveSession/0/new', phone: creator },
  { name: 'edit-live-project', path: live('edit?tab=c'), phone: creator },
  { name: 'edit-live-details', path: live('edit?tab=d'), phone: creator },

  { name: 'notifications', path: '/notifications', phone: learner },
  { name: 'notifications-empty', path: '/notifications', phone: newcomer },
  { name: 'bell-open', path: '/tutorials', phone: learner, act: openBell },
  { name: 'notifications-mute', path: '/notifications', phone: learner, act: openMuteMenu },
  { name: 'unsubscribe', path: '/notifications/unsubscribe?token=used' },
  { name: 'person', path: '/u/u_demo-xu-qinghe', phone: learner },
  { name: 'person-menu', path: '/u/u_demo-xu-qinghe', phone: learner, act: openPersonMenu },
  { name: 'settings-notifications', path: '/settings#tab_notifications', phone: learner },

  { name: 'report-stats', path: '/admin/learn/report-stats', phone: moderator },
  { name: 'moderation', path: '/admin/learn/moderation', phone: moderator },
  { name: 'moderation-case', path: '/admin/learn/moderation', phone: moderator, act: openCase },
  { name: 'moderation-appeals-none', path: '/admin/learn/moderation?status=appealed', phone: moderator },
  { name: 'moderation-undo', path: '/admin/learn/moderation?status=decided', phone: moderator, act: openCase },
  { name: 'moderation-trial', path: '/admin/learn/words', phone: moderator, act: tryTerm },
  { name: 'moderation-closed', path: '/admin/learn/moderation?status=decided', phone: moderator },
  { name: 'moderation-terms', path: '/admin/learn/words', phone: moderator },
  { name: 'own-decisions', path: '/moderation', phone: learner },
  { name: 'own-decisions-none', path: '/moderation', phone: newcomer },
]

function openDiscussion(page: Page): Promise<void> {
  return follow(page, 'a[href^="/messages/c/"]')
}

function openSubmission(page: Page): Promise<void> {
  return follow(page, 'main :is(a[href*="submissionId="], a[href^="/submission/"])')
}

function openDiscussionOfStep(page: Page): Promise<void> {
  return follow(page, 'main section a[href^="/messages/c/"]')
}

async function askToDelete(page: Page): Promise<void> {
  await openSubmission(page)
  await page.getByRole('button', { name: said('community.delete') }).click()
  await page.locator('dialog[open]').waitFor()
}

async function takeTask(page: Page): Promise<void> {
  const take = page.getByRole('button', { name: said('community.peer_next') })
  if (await take.isVisible()) await take.click()
  await page.locator('main textarea').first().waitFor()
}

async function openNote(page: Page): Promise<void> {
  await follow(page, 'main a[href*="/tutorial/"][href*="#"]:has-text("阴影失真")')
  await page
    .getByRole('button', { name: said('community.highlight_of') })
    .first()
    .press('Enter')
  await page.getByRole('toolbar', { name: said('community.note_acts') }).waitFor()
}

async function openPublicNotes(page: Page): Promise<void> {
  await follow(page, 'main a[href*="/tutorial/"][href*="#"]:has-text("划分视锥体")')
  await page.locator('main section button[aria-expanded="false"]:not([popovertarget]):visible').first().click()
  await page
    .getByRole('button', { name: said('community.report_note_title') })
    .first()
    .waitFor()
}

async function openMuteMenu(page: Page): Promise<void> {
  await page.locator('main button[popovertarget]').first().click()
  await page.getByRole('menuitem').first().waitFor()
}

async function openPersonMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: said('notifications.more_of') }).click()
  await page.getByRole('menuitem').first().waitFor()
}

async function openCase(page: Page): Promise<void> {
  await page.locator('main section li a').first().click()
  await page.locator('#verdict-title').waitFor()
}

async function tryTerm(page: Page): Promise<void> {
  await page.locator('main input[name="word"]').first().fill('渐变图')
  await page.getByRole('button', { name: said('community.word_try') }).click()
  await page.locator('main [role="status"] strong').waitFor()
}

function openHandIn(page: Page): Promise<void> {
  return follow(page, 'a[href$="/hand-in"]')
}

async function openReviews(page: Page): Promise<void> {
  await openSubmission(page)
  await follow(page, 'a[href^="/creator/submissions/"]')
}

/** Opens the first of these links as a page of its own. */
async function follow(page: Page, links: string): Promise<void> {
  const link = page.locator(links).first()
  await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href, { waitUntil: 'networkidle' })
}

async function writeReply(page: Page): Promise<void> {
  await openDiscussion(page)
  await page
    .getByRole('link', { name: said('community.reply') })
    .first()
    .click()
  await page.locator('main textarea').nth(1).waitFor()
}

async function previewMessage(page: Page): Promise<void> {
  await openDiscussion(page)
  await page
    .locator('main textarea')
    .first()
    .fill('描边在拐角处裂开，试试 `smoothNormal`：\n\n> 法线要平滑\n\n```hlsl\nposition += n * width;\n```')
  await page.getByRole('button', { name: said('community.preview') }).click()
  await page.locator('main form .prose').waitFor()
}

async function openMessageMenu(page: Page): Promise<void> {
  await openDiscussion(page)
  await page.locator('main article button[popovertarget]').first().click()
}

async function reportMessage(page: Page): Promise<void> {
  await openMessageMenu(page)
  await page
    .getByRole('menuitem', { name: said('community.report') })
    .first()
    .click()
  await page.locator('dialog[open]').waitFor()
}

async function writeNote(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: said('community.write_note') })
    .first()
    .click()
  await page.locator('main textarea').first().waitFor()
}

async function openShare(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: said('catalog.share') })
    .last()
    .click()
  await page.locator('dialog[open] img').waitFor()
}

async function openBell(page: Page): Promise<void> {
  const bell = page.locator('header a[href="/notifications"]')
  // before its script the link leads to the page of all
  await page.waitForFunction(hasScript, await bell.elementHandle())
  await bell.click()
  // the panel is there before what is in it
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}
