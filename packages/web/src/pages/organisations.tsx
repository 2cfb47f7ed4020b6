import type { Class, listClasses, listOrganisations } from '@lantern/contract/identity/organisations.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { MyOrganisations } from '#campus/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/organisations.ts'

/** /campus/organisation: for people who are signed in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath('/campus/organisation'))
  const found = await call<typeof listOrganisations>('GET /api/campus/organisation/list')
  const classes: Record<string, Class[]> = {}
  await Promise.all(
    found.organisations.map(async ({ id }) => {
      const answer = await call<typeof listClasses>('GET /api/campus/organisation/:id/class/list', { params: { id } })
      classes[id] = answer.classes.filter(({ isOwn, archived }) => isOwn && !archived)
    }),
  )
  return { found, classes, title: translator(locale)('campus.organisations') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function OrganisationsPage({ loaderData: { found, classes } }: Route.ComponentProps) {
  return <MyOrganisations {...found} classes={classes} />
}
