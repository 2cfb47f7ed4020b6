import { listOwnCertificates } from '@lantern/contract/certificates/certificates.ts'
import { pathCompleted } from '@lantern/contract/paths/events.ts'
import type { Person, TestSite } from './site.ts'

interface Change {
  organisationId?: string
  givesCertificate?: boolean
  title?: string
}

/** The person completed a path, and it was told twice. Gives the number of their newest certificate, or nothing. */
export async function completePath(site: TestSite, person: Person, change: Change = {}): Promise<string> {
  const payload = {
    userId: person.id,
    pathId: `pa_${person.id}`,
    title: '引擎开发工程师',
    language: 'zh',
    slug: 'engine',
    organisationId: null,
    items: 26,
    givesCertificate: true,
    ...change,
  }
  for (const _ of [1, 2]) await site.services.events.emit(site.db, pathCompleted, payload)
  await site.settle()
  const { results } = (await person.call(listOwnCertificates)).result
  return results[0]?.number ?? ''
}
