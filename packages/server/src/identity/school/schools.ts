import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

export interface School {
  id: string
  slug: string
  name: string
  kind: 'openid' | 'cas' | 'saml'
  issuer: string
  /** OpenID alone. */
  clientId: string | null
  secret: Buffer | null
  /** SAML alone. */
  ssoUrl: string | null
  certificates: string[] | null
  version: number
  isOn: boolean
}

export async function requireSchool(services: Services, slug: string): Promise<School> {
  const school = await findSchool(services, slug)
  if (!school?.isOn) throw refuse('not_found')
  return school
}

export async function findSchool({ db }: Services, slug: string): Promise<School | undefined> {
  const row = await db
    .selectFrom('organisations as o')
    .innerJoin('school_sign_ins as q', 'q.organisation_id', 'o.id')
    .select(['o.id', 'o.slug', 'o.name', 'q.issuer', 'q.client_id as clientId', 'q.client_secret as secret'])
    .select(['q.kind', 'q.version', 'q.on_at', 'q.sso_url as ssoUrl', 'q.certificates'])
    .where('o.slug', '=', slug)
    .executeTakeFirst()
  if (!row) return undefined
  const { on_at, kind, ...school } = row
  return { ...school, kind: kind as School['kind'], isOn: on_at !== null }
}
