import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { PackageReport } from '@lantern/contract/authoring/exchange.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { importPackage } from './import-package.ts'
import { writePackage } from './write-package.ts'

/** Writes a package beside the wanted file first: half of one is never there. Answers the ids that were left out. */
export async function exportToFile(
  services: Services,
  id: string,
  file: string,
  options: { translations?: boolean } = {},
): Promise<string[]> {
  const { stream, leftOut } = await writePackage(services, keeper(''), { id, ...options })
  const draft = `${file}.part`
  try {
    // drafts and answers of quizzes may be in it
    await pipeline(stream, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return leftOut
}

/** Takes a package in for the person with this phone, who becomes the owner of what is new. */
export async function importFromFile(
  services: Services,
  file: string,
  { owner, ...options }: { owner: string; dryRun?: boolean; publish?: boolean },
): Promise<PackageReport> {
  const person = await services.db.selectFrom('users').select('id').where('phone', '=', owner).executeTakeFirst()
  if (!person) throw refuse('not_found')
  return importPackage(services, keeper(person.id), { path: file, locale: 'en_US', ...options })
}

/** The command line has the rights of an administrator of all content. */
function keeper(id: string): SignedIn {
  return {
    ...plainLearner({ id, name: '' }),
    groups: ['super_admin', 'learn_admin', 'campus_admin'],
    hasPhone: true,
    hasEmail: true,
  }
}
