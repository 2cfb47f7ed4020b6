import type { getSession } from '@lantern/contract/identity/session.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import type { Api } from '#kit/api.ts'

/** The id of who is here; a guest is asked to sign in and comes back to `here`. */
export async function requirePerson({ call }: Api, here: string): Promise<string> {
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(here))
  return user.id
}

/** Another person's page is 404, whether they exist or not. */
export async function requireOwn(api: Api, userId: string, here: string): Promise<void> {
  if ((await requirePerson(api, here)) !== userId) throw data(null, { status: 404 })
}
