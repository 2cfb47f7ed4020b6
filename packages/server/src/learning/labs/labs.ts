import type { Lab } from '@lantern/contract/learning/labs.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { requireLearnable } from '../start-record.ts'
import { type LabProvider, labProviderOf } from './lab-provider.ts'

/** A machine somewhere costs money: nobody needs more of them than this. */
const launchesPerHour = 20

export async function launchLab(
  services: Services,
  viewer: SignedIn,
  { itemId, stepId }: { itemId: string; stepId: string },
): Promise<{ lab: Lab }> {
  const { db, clock } = services
  const item = await requireLearnable(db, viewer, itemId, 'tutorial')
  const step = await db
    .selectFrom('sections')
    .select('lab_url')
    .where('id', '=', stepId)
    .where('item_id', '=', item.id)
    .executeTakeFirst()
  if (!step?.lab_url) throw refuse('not_found')
  await countUse(db, { key: `lab:${viewer.id}`, windowSeconds: 3_600, most: launchesPerHour }, clock.now())
  const provider = labProviderOf(services)
  const order = { userId: viewer.id, itemId: item.id, stepId, labUrl: step.lab_url }
  const name = await available(services, () => provider.launch(order))
  return { lab: await readStatus(services, provider, viewer.id, name) }
}

export async function readLab(services: Services, viewer: SignedIn, id: string): Promise<{ lab: Lab }> {
  const name = openId(services, viewer.id, id)
  if (name === null) throw refuse('not_found')
  return { lab: await readStatus(services, labProviderOf(services), viewer.id, name) }
}

async function readStatus(services: Services, provider: LabProvider, userId: string, name: string): Promise<Lab> {
  const status = await available(services, () => provider.statusOf(name))
  if (!status) throw refuse('not_found')
  return { id: services.sealer.seal(name, contextOf(userId)).toString('base64url'), ...status }
}

/** The name is sealed for the person: nothing has to be kept, and nobody can ask about the lab of another. */
function openId({ sealer }: Services, userId: string, id: string): string | null {
  try {
    return sealer.open(Buffer.from(id, 'base64url'), contextOf(userId))
  } catch {
    return null
  }
}

function contextOf(userId: string): string {
  return `lab:${userId}`
}

async function available<T>({ log }: Services, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    log.warn({ err: cause }, 'the lab provider did not answer')
    throw refuse('lab_unavailable', { cause })
  }
}
