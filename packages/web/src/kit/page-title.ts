import type { Session } from '#kit/session.tsx'

/** `Page · Site`, or the site's name alone. The site's name is its own setting and comes with the session. */
export function pageTitle(page: string | undefined, matches: readonly unknown[]): string {
  const site = siteNameOf(matches)
  return page ? `${page} · ${site}` : site
}

function siteNameOf(matches: readonly unknown[]): string {
  const root = matches.find((match) => (match as { id?: string } | undefined)?.id === 'root')
  const { loaderData } = (root ?? {}) as { loaderData?: { session?: Session } }
  return loaderData?.session?.site.name ?? '引擎课堂'
}
