import { type BrowserContext, expect } from '@playwright/test'
import { pageTable } from '../packages/contract/src/access-table.ts'
import { signIn } from '../tools/visit.ts'
import { newPhone, test } from './person.ts'

// Every address of a page, asked for an item of the demo's organisation by a visitor who does not belong to it.

interface Hidden {
  type: string
  id: string
  slug: string
  title: string
}

const inSchool = [
  ['tutorial', 'school-render-lab'],
  ['course', 'school-graphics'],
] as const

/** The members' items as a member reads them. */
async function hiddenItems(member: BrowserContext): Promise<Hidden[]> {
  await signIn(member, '13800000006')
  return Promise.all(
    inSchool.map(async ([type, slug]) => {
      const answer = await member.request.get(`/api/learn/${type}/${slug}/extends`)
      expect([slug, answer.status()]).toEqual([slug, 200])
      const { id, title } = ((await answer.json()) as Record<string, Hidden>)[`${type}Data`] ?? { id: '', title: '' }
      return { type, id, slug, title }
    }),
  )
}

const nothing = { id: 'ltu_00000000000000000000', slug: 'nothing-of-the-kind' }

/** Addresses of pages with a name in each place that takes one, and with it in every parameter that names an item. */
function addressesFor(type: string, name: string): string[] {
  const pages = Object.keys(pageTable).filter(
    (pattern) => !pattern.includes('*') && !pattern.startsWith('/auth/logout'),
  )
  const parameters = ['itemId', 'projectId', 'courseId', 'channelId', 'submissionId']
  return [
    ...pages
      .filter((pattern) => pattern.includes(':'))
      .map((pattern) => pattern.replace(':type', type).replace(/:\w+/, name)),
    ...pages
      .filter((pattern) => !pattern.includes(':'))
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
] as const) {
  test(`no page tells ${visitor} of what is for members of an organisation`, async ({ context, browser, baseURL }) => {
    const member = await browser.newContext({ baseURL: baseURL ?? '' })
    const items = await hiddenItems(member)
    await member.close()
    if (phone) await signIn(context, phone)
    const told: string[] = []
    for (const { type, id, slug, title } of items) {
      for (const [name, other] of [
        [id, nothing.id],
        [slug, nothing.slug],
      ] as const) {
        const asked = addressesFor(type, name).flatMap(bothForms)
        const compared = addressesFor(type, other).flatMap(bothForms)
        for (const [nth, address] of asked.entries()) {
          const answer = await context.request.get(address, { maxRedirects: 0 })
          const body = await answer.text()
          // the name that was asked for may come back in a link to sign in; the other one is known to members alone
          const unsaid = [title, name === id ? slug : id]
          if (unsaid.some((text) => body.includes(text))) told.push(`${address} says it`)
          const empty = await context.request.get(compared[nth] ?? '', { maxRedirects: 0 })
          if (empty.status() !== answer.status()) told.push(`${address}: ${answer.status()}, not ${empty.status()}`)
        }
      }
    }
    expect(told).toEqual([])
  })
}
