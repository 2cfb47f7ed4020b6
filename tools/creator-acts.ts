import type { Page } from 'playwright-core'
import { publishFilmLesson } from './film-lesson.ts'
import { send } from './publish-lesson.ts'
import { said } from './said.ts'

// What authors do before a picture is taken. Each act leaves what other pictures show as it was.

const words = {
  importPackage: said('authoring.package.import'),
  change: said('authoring.change_picture'),
  checkLinks: said('links.check'),
  importQuestions: said('authoring.exchange.import'),
  importNames: said('rosters.import'),
  moreForStep: said('authoring.step_more'),
  delete: said('authoring.delete'),
  versions: said('documents.revisions'),
  more: said('authoring.more'),
  publish: said('documents.publish', 'authoring.publish_changes'),
  saveAndPublish: said('authoring.save_and_publish'),
  compare: said('documents.compare'),
  title: said('authoring.field_title'),
  addStep: said('authoring.add_step_normal'),
  moreFor: said('authoring.dashboard_more_of'),
  play: said('media.play_of'),
  transcript: said('media.transcript'),
  preview: said('media.preview'),
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name })

/** The newest dialog; it has arrived when it stands still. */
async function dialog(page: Page): Promise<void> {
  await page.locator('dialog[open]').last().waitFor()
  await page.waitForLoadState('networkidle')
}

/** The list of one's own has a menu for each; the last entries take content out and away. */
export async function openRowMenu(page: Page): Promise<void> {
  await button(page, words.moreFor).first().click()
}

/** Chooses the package of a lesson, which was just taken out of the site. */
export async function importPackage(page: Page): Promise<void> {
  const id = await idOf(page, 'real-time-shadows')
  const buffer = await (await page.request.get(`/api/learn/creator/package/${id}`)).body()
  await button(page, words.importPackage).click()
  const file = { name: 'real-time-shadows.zip', mimeType: 'application/zip', buffer }
  await page.locator('dialog[open] input[type="file"]').setInputFiles(file)
  await page.locator('dialog[open] li').first().waitFor()
}

/** Brings a lesson that was just taken out as a Common Cartridge: what would become of each of its parts. */
export async function importCourse(page: Page): Promise<void> {
  const id = await idOf(page, 'real-time-shadows')
  const buffer = await (await page.request.get(`/api/learn/creator/cartridge/${id}`)).body()
  const file = { name: 'real-time-shadows.imscc', mimeType: 'application/zip', buffer }
  await page.getByRole('main').locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('heading', { name: said('authoring.courses.parts') }).waitFor()
}

/** What the two sides tell each other, of the first platform that is there. */
export async function addWebhook(page: Page): Promise<void> {
  await button(page, said('webhooks.add')).click()
  await dialog(page)
}

/** The delivery that was not taken at first. */
export async function openDelivery(page: Page): Promise<void> {
  await page.getByRole('main').locator('details > summary').nth(4).click()
}

export async function openPlatform(page: Page): Promise<void> {
  await page.getByRole('main').locator('li button[popovertarget]').first().click()
  await page
    .getByRole('menuitem', { name: said('lti.change') })
    .first()
    .click()
  await dialog(page)
}

export async function choosePicture(page: Page): Promise<void> {
  await button(page, words.change).click()
  await dialog(page)
}

export async function checkLinks(page: Page): Promise<void> {
  await button(page, words.checkLinks).click()
  await dialog(page)
}

const questions = `::Acne:: Dark stripes crawl over flat ground at dusk. Why? {
  =One texel stores one depth, and half of a slanted patch believes itself covered
  ~The depth map lacks bilinear filtering
  ~The cascade cuts change every frame
}

::Drift:: Which of these bring a drifting shadow back? {
  ~%50%Reduce the bias
  ~%50%Shorten the shadow distance
  ~%-100%Enlarge the kernel
}

::No answer:: A question that nobody can answer. {
  ~First
  ~Second
}

::Essay:: Describe a cascade in your own words. {}
`

export async function importQuestions(page: Page): Promise<void> {
  await button(page, words.importQuestions).click()
  await dialog(page)
  const file = { name: 'shadows.gift', mimeType: 'text/plain', buffer: Buffer.from(questions) }
  await page.locator('dialog[open] input[type="file"]').setInputFiles(file)
  await page.locator('dialog[open] p[role="status"]').waitFor()
}

/** A list with a line of each kind: nothing is imported, so every picture shows the same. */
export async function tryNames(page: Page): Promise<void> {
  await button(page, words.importNames).click()
  await dialog(page)
  const lines = [
    '姓名,学号,手机号,邮箱,班级',
    '林知远,20240117,13800000001,,图形一班',
    '唐见微,20240106,,tangjw.xinghe,图形一班',
  ]
  lines.push(
    '顾听澜,20240108,13911110001,,图形一班',
    '顾听蓝,20240108,13911110001,,图形一班',
    ',20240355,13911110002,,图形一班',
  )
  const file = { name: '2026秋季名单.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.locator('dialog[open] input[type="file"]').setInputFiles(file)
  await page.locator('dialog[open] dl').waitFor()
}

/** On a phone the list of steps is behind one line. */
async function openSteps(page: Page): Promise<void> {
  const line = page.locator('main nav button[aria-expanded]').first()
  if (!(await button(page, words.addStep).isVisible()) && (await line.isVisible())) await line.click()
}

export async function showSteps(page: Page): Promise<void> {
  await openSteps(page)
}

export async function deleteStep(page: Page): Promise<void> {
  await openSteps(page)
  await button(page, words.moreForStep).first().click()
  await page.getByRole('menuitem', { name: words.delete }).click()
  await dialog(page)
}

export async function showVersions(page: Page): Promise<void> {
  const inHead = page.getByRole('banner').getByRole('button', { name: words.versions })
  if (await inHead.isVisible()) await inHead.click()
  else {
    await page.getByRole('banner').getByRole('button', { name: words.more }).click()
    await page.getByRole('menuitem', { name: words.versions }).click()
  }
  await dialog(page)
}

/** The names that fit a field of the details. */
export async function openNames(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('combobox').first().click()
  await page.getByRole('option').first().waitFor()
}

/** The newest version beside the one before it, of a draft with a past. */
export async function compareVersions(page: Page): Promise<void> {
  const { id } = await openCopy(page)
  for (const words of ['阴影，从一次点积开始', '阴影：从一次点积到一张深度图']) {
    const { draft } = await readDraft(page, id)
    await send(page.request, `/api/learn/tutorial/${id}/general`, {
      data: { ...draft.forms.general, title: words, baseVersion: draft.version },
    })
  }
  await page.reload({ waitUntil: 'networkidle' })
  await showVersions(page)
}

/** Another author saves the title while it is changed here. */
export async function compareConflict(page: Page): Promise<void> {
  const { id } = await openCopy(page)
  const { draft } = await readDraft(page, id)
  await page.getByRole('textbox', { name: words.title }).fill('实时阴影：我改的标题')
  await send(page.request, `/api/learn/creator/draft/${id}/autosave`, {
    data: {
      part: 'general',
      baseVersion: draft.version,
      data: { ...draft.forms.general, title: '实时阴影：别人改的标题' },
    },
  })
  await page.keyboard.press('Tab')
  await button(page, words.compare).click()
  await dialog(page)
}

export async function askBeforePublishing(page: Page): Promise<void> {
  await openCopy(page)
  await page.getByRole('textbox', { name: words.title }).fill('实时阴影：先保存的标题')
  await button(page, words.publish).click()
  await dialog(page)
}

/** It is hidden: lists go on showing what they did. */
export async function publishCopy(page: Page): Promise<void> {
  const { id } = await openCopy(page)
  const { draft } = await readDraft(page, id)
  await send(page.request, `/api/learn/creator/draft/${id}/autosave`, {
    data: { part: 'details', baseVersion: draft.version, data: { ...draft.forms.details, hidden: true } },
  })
  await page.reload({ waitUntil: 'networkidle' })
  await button(page, words.publish).click()
  const confirm = button(page, words.saveAndPublish)
  const published = page.locator('dialog[open] a[href*="/edit"]')
  await confirm.or(published).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
  await published.first().waitFor()
}

let lessons: Promise<string> | undefined

/** A lesson with a film, made once for all pictures. */
async function openFilm(page: Page): Promise<void> {
  lessons ??= publishFilmLesson(page.request, { hidden: true })
  await page.goto(await lessons, { waitUntil: 'networkidle' })
  await page.mouse.move(200, 300)
  const play = button(page, words.play).first()
  await play.waitFor()
  await play.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

export async function showPoster(page: Page): Promise<void> {
  await openFilm(page)
}

/** Stands at a caption, with the controls in sight. */
export async function playFilm(page: Page): Promise<void> {
  await openFilm(page)
  await button(page, words.play).first().click()
  const video = page.locator('video').first()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1.5)
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await page.waitForFunction(() => document.querySelector('video')?.paused)
  await page.mouse.move(201, 301)
}

export async function showTranscript(page: Page): Promise<void> {
  await playFilm(page)
  await button(page, words.transcript).click()
}

export async function showLibrary(page: Page): Promise<void> {
  await openFilm(page)
  await page.goto('/creator/media', { waitUntil: 'networkidle' })
}

/** A film of the library, and that film large. */
export async function openFile(page: Page): Promise<void> {
  await showLibrary(page)
  await page
    .locator('main article')
    .getByRole('button', { name: /film\.mp4/ })
    .first()
    .click()
  await dialog(page)
}

export async function previewFile(page: Page): Promise<void> {
  await openFile(page)
  await page.locator('dialog[open]').getByRole('button', { name: words.preview }).click()
  await page.locator('dialog[open] [class*="popup"], dialog[open][class*="popup"]').first().waitFor()
}

interface DraftAnswer {
  draft: { version: number; forms: { general: Record<string, unknown>; details: Record<string, unknown> } }
}

async function readDraft(page: Page, id: string): Promise<DraftAnswer> {
  return (await (await page.request.get(`/api/learn/creator/draft/${id}`)).json()) as DraftAnswer
}

async function idOf(page: Page, slug: string): Promise<string> {
  const answer = await page.request.get(`/api/learn/tutorial/${slug}/extends`)
  return ((await answer.json()) as { tutorialData: { id: string } }).tutorialData.id
}

/** A copy of a lesson, open in the editor. */
async function openCopy(page: Page): Promise<{ id: string }> {
  const made = await send(page.request, `/api/learn/creator/draft/${await idOf(page, 'real-time-shadows')}/copy`, {
    data: {},
  })
  const { id } = made as { id: string }
  await page.goto(`/tutorial/${id}/edit?tab=g`, { waitUntil: 'networkidle' })
  return { id }
}

export async function chooseSaml(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: said('identity.school_protocol') }).selectOption('saml')
  await page.getByRole('textbox', { name: said('identity.saml_metadata') }).waitFor()
}
