import { givePackage, importPackage, listPackages } from '@lantern/contract/courseware/packages.ts'
import { zipSync } from 'fflate'
import type { Person, TestSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'

interface Imported {
  organisation: string
  classId: string
  teacher: Person
  manifest: string
}

/** A package whose units are one page, given to a class. */
export async function importScorm(
  site: TestSite,
  { organisation, classId, teacher, manifest }: Imported,
): Promise<string> {
  const page = Buffer.from('<!doctype html><title>Unit</title>')
  const bytes = zipSync({ 'imsmanifest.xml': Buffer.from(manifest), 'a.html': page })
  const { id: attachmentId } = await (await uploaderOf(site, teacher)).upload('package', 'p.zip', bytes)
  const { result } = await teacher.call(importPackage, { params: { id: organisation }, body: { attachmentId } })
  await site.settle()
  await teacher.call(givePackage, { params: { id: result.id }, body: { classId, isGiven: true } })
  const { results } = (await teacher.call(listPackages, { params: { id: organisation } })).result
  const newest = results.find(({ id }) => id === result.id)?.newest
  if (newest?.state !== 'ready') throw new Error(`The package was not imported: ${newest?.fault}`)
  return result.id
}
