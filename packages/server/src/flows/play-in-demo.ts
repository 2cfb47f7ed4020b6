import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { giveToClass, importPackage, keepCommit, openVisit, readVersions } from '#courseware/index.ts'
import { demoOrganisation } from '#identity/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { beginUpload, finishUpload } from '#media/index.ts'
import { demoClassId, demoClassMembers } from './demo-class.ts'
import { spread } from './learn-in-demo.ts'

const hourMs = 3_600_000

/** The class of the demo's school was given a course package, and some of it have played it; once only. */
export async function playInDemo(services: Services): Promise<void> {
  const { db, config } = services
  if (config.userContentUrl === undefined) return
  const people = await demoClassMembers(services)
  const teacher = people.find(({ role }) => role === 'educator')?.person
  const { rows } = await sql`select from courseware_packages where organisation_id = ${demoOrganisation.id}`.execute(db)
  if (!teacher || rows.length > 0) return
  const attachmentId = await upload(services, teacher, join(config.siteRoot, 'content/course-packages/sundial'))
  const { id } = await importPackage(services, teacher, { organisationId: demoOrganisation.id, attachmentId })
  await readVersions(services, id)
  await giveToClass(services, teacher, id, { classId: demoClassId, isGiven: true })
  const learners = people.filter(({ role }) => role === 'learner')
  for (const [place, { person }] of learners.entries()) {
    if (spread(place + 70) > 0.3) await play(services, person, id, place)
  }
}

async function upload(services: Services, owner: SignedIn, folder: string): Promise<string> {
  const files = readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))] as const)
  const bytes = Buffer.from(zipSync(Object.fromEntries(files)))
  const { id } = await beginUpload(services, {
    ownerId: owner.id,
    isLearner: true,
    kind: 'package',
    name: '日晷.zip',
    byteSize: bytes.length,
  })
  await finishUpload(services, id, {
    size: async () => bytes.length,
    head: async (length) => bytes.subarray(0, length),
    keepAs: (key, contentType) => services.storage.put(key, bytes, contentType),
    drop: async () => undefined,
  })
  return id
}

/** Most look at the first unit; who is able takes the second as well. */
async function play(services: Services, person: SignedIn, id: string, place: number): Promise<void> {
  const at = services.clock.now().getTime() - (2 + 40 * spread(place * 3)) * hourMs
  const ability = spread(place + 40)
  const minutes = 3 + Math.round(9 * spread(place + 5))
  const visit = async (unitId: string, cmi: object, after: number) => {
    const then = servicesAt(services, at + after * 60_000)
    const { visitId } = await openVisit(then, person, id, { unitId })
    const data = JSON.stringify({ ...cmi, session_time: `PT${minutes}M` })
    await keepCommit(then, person, id, { visitId, number: 1, data, isLast: true })
  }
  await visit('look', { completion_status: 'completed' }, 0)
  if (ability < 0.35) return
  const scaled = ability > 0.6 ? 1 : 0.5
  await visit(
    'check',
    { completion_status: 'completed', success_status: scaled === 1 ? 'passed' : 'failed', score: { scaled } },
    minutes,
  )
}
