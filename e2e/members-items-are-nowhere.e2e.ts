import { type BrowserContext, expect } from '@playwright/test'
import { pageTable } from '../packages/contract/src/page-access-table.ts'
import { paragraph, publishLesson, upload } from '../tools/publish-lesson.ts'
import { signIn } from '../tools/visit.ts'
import { newPhone, test } from './person.ts'
import { zipOf } from './zip.ts'

// Every address of a page, asked for an item of the demo's organisation by a visitor who does not belong to it.

interface Hidden {
  type: string
  id: string
  slug: string
  title: string
  /** Text or an id that stands inside it: in a step, a question, or the address of a build. */
  inside: string
}

const inSchool = [
  ['course', 'school-graphics', '每周一份体检单，小组之间互相验证'],
  ['quiz', 'school-light-check', '关掉一盏灯以后，画面没有变化'],
] as const

/** The members' items as a member reads them. */
async function hiddenItems(member: BrowserContext): Promise<Hidden[]> {
  await signIn(member, '13800000006')
  return Promise.all(inSchool.map(([type, slug, inside]) => readItem(member, type, slug, inside)))
}

async function readItem(member: BrowserContext, type: string, name: string, inside: string): Promise<Hidden> {
  const answer = await member.request.get(`/api/learn/${type === 'quiz' ? 'cn/quiz' : type}/${name}/extends`)
  expect([name, answer.status()]).toEqual([name, 200])
  const data = ((await answer.json()) as Record<string, Hidden>)[type === 'quiz' ? 'cnQuizData' : `${type}Data`]
  const { id, slug, title } = data ?? { id: '', slug: '', title: '' }
  const page = await member.request.get(`/${type}/${name}`)
  // the page of a quiz has its questions once it begins
  const shown = (await page.text()) + (type === 'quiz' ? await answer.text() : '')
  expect([name, page.status(), shown.includes(title), shown.includes(inside)]).toEqual([name, 200, true, true])
  return { type, id, slug, title, inside }
}

/** A lesson of the same organisation whose step shows a build. */
async function lessonWithBuild(teacher: BrowserContext): Promise<Hidden> {
  await signIn(teacher, '13800000005')
  const zip = zipOf({ 'index.html': '<!doctype html><title>Build</title>' })
  const { id: build, embedUrl } = await upload(teacher.request, 'webgl', 'lab.zip', 'application/zip', zip)
  const id = await publishLesson(teacher.request, {
    title: `实验台的演示 ${Date.now()}`,
    description: '只给学院的同学。',
    step: { title: '试一试', body: [paragraph('打开它。'), { type: 'embed', attrs: { url: embedUrl, caption: '' } }] },
    campus: true,
  })
  return readItem(teacher, 'tutorial', id, build)
}

const nothing = { id: 'ltu_00000000000000000000', slug: 'nothing-of-the-kind' }

const pages = Object.keys(pageTable).filter((pattern) => !pattern.includes('*') && pattern !== '/auth/logout')
const parameters = ['itemId', 'projectId', 'courseId', 'channelId', 'submissionId']

/** Addresses of pages with a name in each place that takes one, and with an id in every parameter that names an item. */
function addressesFor(type: string, name: string): string[] {
  const isId = name.includes('_')
  return [
    ...pages
      .filter((pattern) => pattern.includes(':'))
      .map((pattern) => pattern.replace(':type', type).replace(/:\w+/, name)),
    ...pages
      .filter((pattern) => isId && !pattern.includes(':'))
      .map((pattern) => `${pattern}?${parameters.map((parameter) => `${parameter}=${name}`).join('&')}`),
    `/search?k=${encodeURIComponent(JSON.stringify([`query:${name}`]))}`,
    `/media/share/${name}/1.png`,
    `/${type}/${name}?start=true`,
    `/${type}/${name}?preview=true`,
  ]
}

/** A page's own data is asked for under its address, too. */
const bothForms = (address: string) => {
  const [path = '', query = ''] = address.split('?')
  const data = path === '/' ? '/_root.data' : `${path}.data`
  return [address, query ? `${data}?${query}` : data]
}

for (const [visitor, phone] of [
  ['a guest', null],
  ['a learner', newPhone()],
  ['an author of the site', '13800000002'],
  ['a learning admin', '13800000004'],
] as const) {
  test(`no page tells ${visitor} of what is for members of an organisation`, async ({ context, browser, baseURL }) => {
    const member = await browser.newContext({ baseURL: baseURL ?? '' })
    const teacher = await browser.newContext({ baseURL: baseURL ?? '' })
    const items = [...(await hiddenItems(member)), await lessonWithBuild(teacher)]
    await member.close()
    await teacher.close()
    if (phone) await signIn(context, phone)
    const ask = (address: string) => context.request.get(address, { maxRedirects: 0 })
    const statuses = new Map<string, number>()
    /** Of an address that names nothing; the items share most of these. */
    const statusOf = async (address: string) => {
      const status = statuses.get(address) ?? (await ask(address)).status()
      statuses.set(address, status)
      return status
    }
    const told: string[] = []
    for (const { type, id, slug, title, inside } of items) {
      for (const [name, other] of [
        [id, nothing.id],
        [slug, nothing.slug],
      ] as const) {
        const asked = addressesFor(type, name).flatMap(bothForms)
        const compared = addressesFor(type, other).flatMap(bothForms)
        for (const [nth, address] of asked.entries()) {
          const answer = await ask(address)
          const body = await answer.text()
          // the name that was asked for may come back in a link to sign in; the other one is known to members alone
          const unsaid = [title, inside, name === id ? slug : id]
          if (unsaid.some((text) => body.includes(text))) told.push(`${address} says it`)
          const expected = await statusOf(compared[nth] ?? '')
          if (expected !== answer.status()) told.push(`${address}: ${answer.status()}, not ${expected}`)
        }
      }
    }
    expect(told).toEqual([])
  })
}
