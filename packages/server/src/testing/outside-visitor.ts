import type { LightMyRequestResponse } from 'fastify'
import type { Person } from './site.ts'

/** Follows redirects within the site as a browser does, and answers the first page that is none. */
export async function follow(person: Person, address: string): Promise<{ url: string; page: LightMyRequestResponse }> {
  let url = pathOf(address)
  for (let hop = 0; hop < 12; hop++) {
    const page = await person.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    if (![301, 302, 303, 307].includes(page.statusCode)) return { url, page }
    url = pathOf(String(page.headers.location))
  }
  throw new Error(`Too many redirects from ${address}`)
}

/**
 * Begins at an address of this site, chooses a person at the demo's other site (or cancels there), and comes back.
 * Answers where the site sent the visitor then.
 */
export async function visitOtherSite(person: Person, start: string, choice: string): Promise<string> {
  const back = await comeBack(person, start, choice)
  const arrived = await person.inject({ method: 'GET', url: pathOf(back), headers: { accept: 'text/html' } })
  return String(arrived.headers.location)
}

/** The same, up to the address of the callback, which is not opened. */
export async function comeBack(person: Person, start: string, choice: string): Promise<string> {
  const { url, page } = await follow(person, start)
  if (page.statusCode !== 200) throw new Error(`${url} answers ${page.statusCode}: ${page.body}`)
  const targets = [...page.body.matchAll(/<(?:form method="post" action|a class="cancel" href)="([^"]+)"/g)].map(
    ([, target = '']) => target.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )
  const target = targets.find((one) => pathOf(one).split('?')[0]?.endsWith(`/${choice}`)) ?? targets.at(-1) ?? ''
  // at the chat app, cancelling is a link straight back
  if (pathOf(target).startsWith('/u3d/')) return target
  const method = choice === 'cancel' ? 'GET' : 'POST'
  let answer = await person.inject({ method, url: pathOf(target) })
  while (!/^\/(u3d|sign-in)\//.test(pathOf(String(answer.headers.location)))) {
    answer = await person.inject({ method: 'GET', url: pathOf(String(answer.headers.location)) })
  }
  return String(answer.headers.location)
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost')
  return `${pathname}${search}`
}
