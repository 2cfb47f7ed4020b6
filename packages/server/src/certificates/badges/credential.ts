import { lineKeys } from '@lantern/contract/certificates/certificate-rules.ts'
import { defaultLocale, languageTag, localeNamed, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Services } from '#kit/services.ts'
import type { CertificateRow } from '../certificate-rows.ts'
import { badgePaths, entriesOfList } from './addresses.ts'
import { ownContexts } from './contexts.ts'
import { issuerOf } from './issuer.ts'

export interface Credential {
  '@context': string[]
  id: string
  type: string[]
  name?: string
  issuer: { id: string }
  validFrom: string
  credentialSubject: { id: string; type: string | string[]; [word: string]: unknown }
  evidence?: object[]
  credentialStatus?: object
}

/** A certificate as an unsigned Open Badges 3.0 credential. The same certificate always gives the same document. */
export function credentialOf(services: Services, row: CertificateRow, achievementId: string): Credential {
  const { publicUrl } = services.config
  const { language, organisationName } = row
  const locale = localeOf(language)
  const line = services.text(locale, lineKeys[row.kind], { count: row.items })
  const page = `${publicUrl}/certificate/${row.number}`
  return {
    '@context': [...ownContexts],
    id: `${publicUrl}${badgePaths.credential(row.number)}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.title,
    issuer: issuerOf(services),
    validFrom: moment(row.issuedAt),
    credentialSubject: {
      id: `${page}#holder`,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: row.holderName, identityType: 'name', hashed: false }],
      achievement: achievementOf(services, row, achievementId),
      ...(organisationName && { source: organisationOf(row.organisationId ?? '', organisationName) }),
    },
    evidence: [
      { id: page, type: ['Evidence'], name: services.text(locale, 'certificates.kind_of_path'), narrative: line },
    ],
    credentialStatus: {
      id: `${publicUrl}${badgePaths.statusList(listOf(row))}#${entryOf(row)}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(entryOf(row)),
      statusListCredential: `${publicUrl}${badgePaths.statusList(listOf(row))}`,
    },
  }
}

/** The achievement of a badge: one for all certificates of the same path. */
export function achievementOf(
  services: Services,
  row: Pick<CertificateRow, 'kind' | 'title' | 'language' | 'items' | 'path'>,
  id: string,
) {
  const { publicUrl } = services.config
  const narrative = services.text(localeOf(row.language), lineKeys[row.kind], { count: row.items })
  return {
    id: `${publicUrl}${badgePaths.achievement(id)}`,
    type: ['Achievement'],
    inLanguage: languageTag(localeOf(row.language)),
    achievementType: row.kind === 'course' ? 'Course' : 'LearningProgram',
    name: row.title,
    description: `${narrative}: ${row.title}`,
    criteria: { id: `${publicUrl}${row.path}`, narrative },
  }
}

function organisationOf(id: string, name: string) {
  return { id: `urn:lantern:organisation:${id}`, type: ['Profile'], name }
}

function listOf({ badgeEntry }: Pick<CertificateRow, 'badgeEntry'>): number {
  return Math.floor(badgeEntry / entriesOfList)
}

function entryOf({ badgeEntry }: Pick<CertificateRow, 'badgeEntry'>): number {
  return badgeEntry % entriesOfList
}

/** Without fractions of seconds, as the standard has it. */
export function moment(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z')
}

function localeOf(language: string): OfferedLocale {
  return localeNamed(language) ?? defaultLocale
}
