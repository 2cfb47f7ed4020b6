import {
  beginCourseImport,
  type CourseImportReport,
  getCourseImport,
  startCourseImport,
} from '@lantern/contract/authoring/course-imports.ts'
import { strToU8, zipSync } from 'fflate'
import { expect } from 'vitest'
import { beginUpload, finishUpload } from '#media/index.ts'
import type { Person, TestSite } from '#testing/site.ts'

/** A zip of these files. */
export function zipped(files: Record<string, string | Uint8Array>): Buffer {
  const bytes = Object.entries(files).map(([path, file]) => [path, typeof file === 'string' ? strToU8(file) : file])
  return Buffer.from(zipSync(Object.fromEntries(bytes)))
}

/** Puts a file into the media library of its owner and answers the attachment's id. */
export async function uploadedFile(site: TestSite, ownerId: string, name: string, bytes: Buffer): Promise<string> {
  const { id } = await beginUpload(site.services, { ownerId, kind: 'asset', name, byteSize: bytes.length })
  await finishUpload(site.services, id, {
    size: async () => bytes.length,
    head: async (length) => bytes.subarray(0, length),
    keepAs: (key, contentType) => site.services.storage.put(key, bytes, contentType),
    drop: async () => undefined,
  })
  return id
}

/** What would become of a course, read by its job. */
export async function plannedCourse(
  site: TestSite,
  person: Person,
  bytes: Buffer,
  { name = 'course.imscc', campus = false }: { name?: string; campus?: boolean } = {},
): Promise<CourseImportReport> {
  const attachmentId = await uploadedFile(site, person.id, name, bytes)
  const begun = await person.call(beginCourseImport, { body: { attachmentId, ...(campus && { campus }) } })
  expect(begun.status).toBe(200)
  await site.settle()
  return readReport(person, begun.result.id)
}

/** The same, and then made. */
export async function broughtCourse(
  site: TestSite,
  person: Person,
  bytes: Buffer,
  options: { name?: string; campus?: boolean } = {},
): Promise<CourseImportReport> {
  const { id, problem } = await plannedCourse(site, person, bytes, options)
  expect(problem).toBeNull()
  expect((await person.call(startCourseImport, { params: { id } })).status).toBe(200)
  await site.settle()
  return readReport(person, id)
}

export async function readReport(person: Person, id: string): Promise<CourseImportReport> {
  const { status, result } = await person.call(getCourseImport, { params: { id } })
  expect(status).toBe(200)
  return result
}
