import { createHash } from 'node:crypto'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import type { Agent } from '#xapi/index.ts'

type Needs = Pick<Services, 'config'>

/** The agent that names a person in the learning records of their organisation. */
export function actorOf({ config }: Needs, viewer: Pick<SignedIn, 'id' | 'name'>): Agent {
  return { objectType: 'Agent', name: viewer.name, account: { homePage: config.publicUrl, name: viewer.id } }
}

/** Who writes what the site itself says. */
export function lmsAuthority({ config }: Needs): Agent {
  return { objectType: 'Agent', name: config.siteName, account: { homePage: config.publicUrl, name: 'cmi5' } }
}

/** Names a part of a package in learning records: two imports of one course are two activities (cmi5, 8.1.5). */
export function activityIri({ config }: Needs, packageId: string, partIri: string): string {
  const digest = createHash('sha256').update(partIri).digest('hex').slice(0, 32)
  return `${config.publicUrl}/campus/package/${packageId}/activity/${digest}`
}
