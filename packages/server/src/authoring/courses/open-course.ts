import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import type { Services } from '#kit/services.ts'
import { withWorkingFolder } from '#kit/working-folders.ts'
import { reservedBytes } from '#media/index.ts'
import { type Manifest, type PackedItem, packageFormat, packageVersion } from '../packages/package-shape.ts'
import type { OpenPackage } from '../packages/read-package.ts'
import type { PartReport } from './build-items.ts'
import type { CourseContents, CourseInput } from './course-contents.ts'
import { CourseRefusal } from './source-files.ts'

const readingCourse: AsideWork = { file: new URL('./course-contents.ts', import.meta.url), name: 'courseContents' }

/** A course of a thousand pages and a gigabyte of films takes a quarter of it. */
const deadlineMs = 120_000

/** A course of another system as what a package of ours would be, with what became of its parts. */
export interface OpenCourse extends Pick<OpenPackage, 'manifest' | 'items' | 'open'> {
  format: Exclude<CourseContents, { fault: unknown }>['format']
  title: string
  parts: PartReport[]
  kept: number
}

interface Asked {
  path: string
  ownerId: string
  organisationId: string | null
}

/** Reads the course in another process and works with it; its files are gone afterwards. */
export async function withCourse<T>(
  { config, storage }: Pick<Services, 'config' | 'storage'>,
  { path, ownerId, organisationId }: Asked,
  work: (course: OpenCourse) => Promise<T>,
): Promise<T> {
  return withWorkingFolder({ config }, 'course', async (folder) => {
    const scope = `${ownerId} ${organisationId ?? ''}`
    const room = await storage.roomLeft()
    // each file once as it is unpacked, and media once more for who stores them
    const roomBytes = room === null ? null : Math.max(0, room - reservedBytes) / 2
    const input: CourseInput = { path, folder, scope, campus: organisationId !== null, roomBytes }
    const items: PackedItem[] = []
    // it sends items and asks for nothing
    const answer = async (item: unknown) => void items.push(item as PackedItem)
    const options = { deadlineMs, forWhom: ownerId, answer }
    const read = await runAside<CourseContents>(readingCourse, input, options).catch((cause: unknown) => {
      throw cause instanceof TooMuch ? new CourseRefusal('too_long', '', { cause }) : cause
    })
    if ('fault' in read) throw new CourseRefusal(read.fault, read.detail)
    const { media, courseId: root, ...rest } = read
    const manifest: Manifest = { format: packageFormat, version: packageVersion, root, items: [], media }
    return work({
      ...rest,
      manifest,
      items,
      open: async ({ sha256 }) => createReadStream(join(folder, sha256)),
    })
  })
}
