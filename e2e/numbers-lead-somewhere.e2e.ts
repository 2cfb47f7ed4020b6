import { type APIRequestContext, expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { test } from './person.ts'

const learner = '13800000001'
const lists = [
  '/',
  '/tutorials',
  '/projects',
  '/courses',
  '/live-calendar',
  '/live-calendar?tab=previous',
  '/search?t=quiz',
]

interface Link {
  href: string
  text: string
}

/** The text of a page as it was sent, and the links of its main part, each with its name. */
async function read(request: APIRequestContext, address: string): Promise<{ text: string; links: Link[] }> {
  const answer = await request.get(address)
  expect([address, answer.status()]).toEqual([address, 200])
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const links = [...main.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, tag = '', inside = '']) => ({
    href: (/href="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&'),
    text: /aria-label="([^"]*)"/.exec(tag)?.[1] ?? inside.replace(/<[^>]*>/g, ''),
  }))
  return { text: main.replace(/<[^>]*>/g, ' '), links }
}

/** What each number leads to has as much of it. Answers how many were followed. */
async function followNumbers(request: APIRequestContext, address: string): Promise<number> {
  const { links } = await read(request, address)
  let followed = 0
  for (const { href, text } of links) {
    const [, said, asked] = /^(\d+)条讨论$|^这一步有(\d+)个提问/.exec(text) ?? []
    if (said === undefined && asked === undefined) continue
    const channel = await read(request, href)
    if (said !== undefined && said !== '0')
      expect([address, href, channel.text]).toEqual([address, href, expect.stringContaining(`${said}条消息`)])
    if (asked !== undefined)
      expect([address, href, channel.text]).toEqual([address, href, expect.stringMatching(/[1-9]\d*条消息/)])
    followed++
  }
  return followed
}

test('every number of a discussion, on each page of an item, leads to as many messages', async ({ request }) => {
  const items = new Set<string>()
  for (const list of lists) {
    for (const { href } of (await read(request, list)).links)
      if (/^\/(tutorial|project|course|liveSession|quiz)\/[^/?#]+/.test(href)) items.add(href.replace(/[?#].*/, ''))
  }
  expect(items.size).toBeGreaterThan(20)
  let followed = 0
  for (const item of items) followed += await followNumbers(request, item)
  // what other journeys publish meanwhile is discussed by nobody
  expect(followed).toBeGreaterThan(20)
})

test('every number on the tabs of a profile, one’s own and of others, leads to a list with as many', async ({
  context,
  request,
}) => {
  await signIn(context, learner)
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  const visits: [APIRequestContext, string][] = [
    [context.request, user.id],
    [request, 'u_demo-xu-qinghe'],
    [request, 'u_demo-he-yiming'],
  ]
  let followed = 0
  for (const [visitor, id] of visits) {
    const tabs = (await read(visitor, `/u/${id}`)).links.filter(({ href }) => href.startsWith(`/u/${id}?tab=`))
    expect(tabs.length).toBeGreaterThan(0)
    for (const { href, text } of tabs) {
      const count = Number(/(\d+)$/.exec(text)?.[1] ?? Number.NaN)
      if (Number.isNaN(count)) continue
      const list = await read(visitor, href)
      const items = list.links.filter((link) =>
        /^\/(tutorial|project|course|liveSession|quiz|bundle|certificate)\//.test(link.href),
      )
      const cards = new Set(items.map((link) => link.href.replace(/[?#].*/, ''))).size
      expect([href, cards]).toEqual([href, Math.min(count, 12)])
      followed++
    }
  }
  expect(followed).toBeGreaterThan(3)
})

test('the number of a gallery is that of the works it shows', async ({ request }) => {
  for (const slug of ['water-surface', 'spatial-audio']) {
    const gallery = await read(request, `/tutorial/${slug}/submissions`)
    const count = Number(/(\d+)件作品/.exec(gallery.text)?.[1])
    const works = new Set(gallery.links.map(({ href }) => href).filter((href) => href.includes('submissionId=')))
    expect([slug, works.size]).toEqual([slug, count])
  }
})
