import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CourseFault, CourseFormat } from '@lantern/contract/authoring/course-imports.ts'
import { type ContentLanguage, isContentLanguage } from '@lantern/contract/roles.ts'
import type { Errand } from '#kit/aside.ts'
import { languageOfLetters } from '../import/language.ts'
import type { PackedItem, PackedMedia } from '../packages/package-shape.ts'
import { manifestPath } from '../packages/package-shape.ts'
import { type BuiltCourse, buildItems } from './build-items.ts'
import { collectMedia } from './collect-media.ts'
import type { CourseNode, CourseTree } from './course-tree.ts'
import { partIds } from './part-ids.ts'
import { cartridgeManifest, readCartridge } from './read-cartridge.ts'
import { moodleManifest, readMoodleBackup } from './read-moodle-backup.ts'
import { isOlx, readOlx } from './read-olx.ts'
import { CourseRefusal, type SourceFiles, unpackCourse } from './source-files.ts'

// Runs in a process of its own (kit/aside.ts): errors come back as what they say, so the fault is in the answer.

export interface CourseInput {
  /** Where the file lies on this machine. */
  path: string
  /** An empty folder: the media are in it afterwards, each under its hash. */
  folder: string
  /** Whose ids the parts get (`part-ids.ts`). */
  scope: string
  campus: boolean
  /** Free disk space that the unpacked files may take; null where the store cannot tell it. */
  roomBytes: number | null
}

/** Items are not in the answer: each is sent when all are built, so that nobody has to copy all at once. */
export type CourseContents =
  | (Omit<BuiltCourse, 'items'> & { format: CourseFormat; title: string; media: PackedMedia[] })
  | { fault: CourseFault; detail: string }

/** One reader for each format; all of them answer a tree. */
const readers: readonly { is: (files: SourceFiles) => boolean; read: (files: SourceFiles) => CourseTree }[] = [
  { is: (files) => files.has(cartridgeManifest), read: readCartridge },
  { is: (files) => files.has(moodleManifest), read: readMoodleBackup },
  { is: isOlx, read: readOlx },
]

/** Reads a course of another system and makes the forms of our editors of it. */
export async function courseContents({ input, ask }: Errand<CourseInput>): Promise<CourseContents> {
  const unpacked = join(input.folder, 'unpacked')
  try {
    const files = await unpackCourse(input.path, unpacked, input)
    const reader = readers.find(({ is }) => is(files))
    if (!reader) throw new CourseRefusal(files.has(manifestPath) ? 'own_package' : 'no_course')
    const tree = reader.read(files)
    const media = collectMedia(files, input.folder)
    const language = languageOf(tree)
    const ids = partIds(`${input.scope} ${tree.format} ${tree.identity}`)
    const { items, ...built } = await buildItems(tree, { ids, language, campus: input.campus, media })
    if (built.parts.length === 0) throw new CourseRefusal('nothing')
    for (const item of items) await ask(item satisfies PackedItem)
    return { ...built, format: tree.format, title: tree.title, media: media.all() }
  } catch (error) {
    if (error instanceof CourseRefusal) return { fault: error.fault, detail: error.detail }
    // deeper than can be followed
    if (error instanceof RangeError) return { fault: 'too_long', detail: '' }
    throw error
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** What the file says, where that is a language of ours, else what its letters say. */
function languageOf({ language, title, children }: CourseTree): ContentLanguage {
  const said = language.slice(0, 2).toLowerCase()
  return isContentLanguage(said) ? said : languageOfLetters([title, ...titlesOf(children)].join(' '))
}

function titlesOf(nodes: readonly CourseNode[]): string[] {
  return nodes.flatMap((node) => [node.title, ...(node.kind === 'folder' ? titlesOf(node.children) : [])])
}
