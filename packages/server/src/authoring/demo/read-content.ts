import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { decodeText } from '../import/front-matter.ts'
import { type LessonText, readLesson } from '../import/lesson-text.ts'
import * as shapes from './content-shapes.ts'

export type DemoLanguage = 'zh' | 'en'
export const demoLanguages: readonly DemoLanguage[] = ['zh', 'en']

export interface DemoTutorial {
  slug: string
  language: DemoLanguage
  path: string
  hash: Buffer
  /** Cut into steps only when it has to be written: a second start reads no lesson. */
  open(): { fields: Static<typeof shapes.TutorialFields>; lesson: LessonText }
}

export interface DemoFile<S extends TSchema> {
  slug: string
  path: string
  hash: Buffer
  data: Static<S>
}

export interface DemoContent {
  folder: string
  tutorials: DemoTutorial[]
  projects: DemoFile<typeof shapes.ParentFile>[]
  courses: DemoFile<typeof shapes.ParentFile>[]
  quizzes: DemoFile<typeof shapes.QuizFile>[]
  live: DemoFile<typeof shapes.LiveFile>[]
  discussions: DemoFile<typeof shapes.DiscussionFile>[]
  submissions: DemoFile<typeof shapes.SubmissionsFile>[]
  tags: Static<typeof shapes.TagsFile>
  authors: Static<typeof shapes.AuthorsFile>
  versions: Static<typeof shapes.VersionsFile>
  packages: Static<typeof shapes.PackagesFile>
  bundles: Static<typeof shapes.BundlesFile>
  plans: Static<typeof shapes.PlansFile>
  learner: Static<typeof shapes.LearnerFile>
  /** Files that are not as they should be; the site starts without them. */
  faults: string[]
}

/** A file of content/ is not as its README says. */
export class ContentFault extends Error {}

export function readContent(folder: string): DemoContent {
  const faults: string[] = []
  const read = <S extends TSchema>(shape: S, name: string) => readYaml(folder, name, shape).data
  const readAll = <S extends TSchema>(part: string, shape: S) =>
    namesIn(folder, part, '.yaml').flatMap((name) => {
      try {
        return [readYaml(folder, name, shape)]
      } catch (error) {
        if (!(error instanceof ContentFault)) throw error
        faults.push(error.message)
        return []
      }
    })
  return {
    folder,
    faults,
    tutorials: namesIn(folder, 'tutorials', '.md').map((name) => readTutorial(folder, name)),
    projects: readAll('projects', shapes.ParentFile),
    courses: readAll('courses', shapes.ParentFile),
    quizzes: readAll('quizzes', shapes.QuizFile),
    live: readAll('live', shapes.LiveFile),
    discussions: readAll('discussions', shapes.DiscussionFile),
    submissions: readAll('submissions', shapes.SubmissionsFile),
    tags: read(shapes.TagsFile, 'tags.yaml'),
    authors: read(shapes.AuthorsFile, 'authors.yaml'),
    versions: read(shapes.VersionsFile, 'versions.yaml'),
    packages: read(shapes.PackagesFile, 'packages.yaml'),
    bundles: read(shapes.BundlesFile, 'bundles.yaml'),
    plans: read(shapes.PlansFile, 'plans.yaml'),
    learner: read(shapes.LearnerFile, 'learner.yaml'),
  }
}

/** The class of the demo's school; null where the content is another than the demo's own. */
export function readDemoClass(folder: string): Static<typeof shapes.ClassFile> | null {
  const name = 'classes.yaml'
  return existsSync(join(folder, name)) ? readYaml(folder, name, shapes.ClassFile).data : null
}

/** The learning paths of the demo; none where the content is another than the demo's own. */
export function readDemoPaths(folder: string): Static<typeof shapes.PathsFile> {
  const name = 'paths.yaml'
  return existsSync(join(folder, name)) ? readYaml(folder, name, shapes.PathsFile).data : []
}

function namesIn(folder: string, part: string, ending: string): string[] {
  const path = join(folder, part)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${part}/${name}`)
}

function readTutorial(folder: string, path: string): DemoTutorial {
  const [, slug = '', language = ''] = /([a-z0-9-]+)\.(zh|en)\.md$/.exec(path) ?? []
  if (!slug) throw new ContentFault(`${path}: the name must end in .zh.md or .en.md`)
  const bytes = readFileSync(join(folder, path))
  return {
    slug,
    language: language as DemoLanguage,
    path,
    hash: hashOf(bytes),
    open() {
      const lesson = readLesson(decodeText(bytes), { language: language as DemoLanguage, include: () => null })
      return { fields: checked(shapes.TutorialFields, lesson.fields, path), lesson }
    },
  }
}

function readYaml<S extends TSchema>(folder: string, path: string, shape: S): DemoFile<S> {
  const bytes = readFileSync(join(folder, path))
  let data: unknown
  try {
    data = parse(decodeText(bytes))
  } catch (cause) {
    throw new ContentFault(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
  const slug = /([^/]+)\.yaml$/.exec(path)?.[1] ?? path
  return { slug, path, hash: hashOf(bytes), data: checked(shape, data, path) }
}

function checked<S extends TSchema>(shape: S, data: unknown, path: string): Static<S> {
  if (Value.Check(shape, data)) return data
  const faults = Value.Errors(shape, data).map((fault) => `${fault.instancePath || '/'} ${fault.message}`)
  throw new ContentFault(`${path}: ${faults.slice(0, 5).join('; ')}`)
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
