import type { CheckedBadge, checkBadge } from '@lantern/contract/certificates/badges.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { countUse } from '#identity/index.ts'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import type { Services } from '#kit/services.ts'
import { badgePaths, didOf, entriesOfList } from './addresses.ts'
import { documentOfKeys } from './issuer.ts'
import { publicKeys } from './keys.ts'
import { isVoided } from './status-list.ts'
import type { OwnKeys, StatusEntry, Verified } from './verify.ts'
import type { VerifyInput } from './verify-aside.ts'

const work: AsideWork = { file: new URL('./verify-aside.ts', import.meta.url), name: 'verifyAside' }
const checksPerTenMinutes = 60

/** Checks a badge file of this site or of another. The network is not asked. */
export async function checkBroughtBadge(
  services: Services,
  { viewer, ip }: { viewer: Viewer; ip: string },
  { file, isPicture = false }: BodyOf<typeof checkBadge>,
): Promise<CheckedBadge> {
  const { clock, db } = services
  // the errands of one take turns
  const forWhom = viewer.kind === 'user' ? viewer.id : ip
  const limit = { key: `badge:${forWhom}`, windowSeconds: 600, most: checksPerTenMinutes }
  await countUse(db, limit, clock.now())
  const input: VerifyInput = { file: { file, isPicture }, own: await ownKeys(services), now: clock.now() }
  const answer = (entry: unknown) => isVoidHere(services, entry as StatusEntry)
  const { findings, badge, ownId } = await verified(input, { forWhom, answer })
  const isWrong = findings.some(({ outcome }) => outcome === 'wrong')
  const isOpen = findings.some(({ outcome }) => outcome === 'unknown')
  const start = `${services.config.publicUrl}${badgePaths.credential('')}`
  return {
    verdict: isWrong ? 'refused' : isOpen ? 'unproven' : 'valid',
    findings,
    badge,
    number: ownId?.startsWith(start) ? ownId.slice(start.length) : null,
  }
}

async function verified(
  input: VerifyInput,
  options: { forWhom: string; answer: (question: unknown) => Promise<unknown> },
): Promise<Verified> {
  try {
    return await runAside<Verified>(work, input, { deadlineMs: 10_000, ...options })
  } catch (error) {
    // no badge takes that long to read
    if (error instanceof TooMuch)
      return { findings: [{ reason: 'form_none', outcome: 'wrong' }], badge: null, ownId: null }
    throw error
  }
}

async function ownKeys(services: Services): Promise<OwnKeys> {
  const keys = await publicKeys(services)
  const address = `${services.config.publicUrl}${badgePaths.key(keys.rsa.kid)}`
  return { did: didOf(services.config), document: documentOfKeys(services, keys), tokenKey: { address, jwk: keys.rsa } }
}

async function isVoidHere({ config, db }: Services, { list, index }: StatusEntry): Promise<boolean | null> {
  const start = `${config.publicUrl}${badgePaths.statusList('')}`
  const number = list.startsWith(start) ? list.slice(start.length) : ''
  if (!/^\d{1,9}$/.test(number) || index < 0 || index >= entriesOfList) return null
  return isVoided(db, Number(number) * entriesOfList + index)
}
