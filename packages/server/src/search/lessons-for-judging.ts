import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchDocument } from './index-writing.ts'
import type { Part } from './weigh.ts'

// Markdown lessons straight into search documents, for judging the engine without the importer.

export interface Lesson {
  /** `zh/manuals/sprite`. */
  key: string
  language: string
  title: string
  summary: string
  parts: Part[]
}

/** Lessons of `<folder>/<language>/<kind>/<name>.md`. */
export function readLessons(folder: string): Lesson[] {
  return readdirSync(folder)
    .filter((language) => /^[a-z]{2}$/.test(language))
    .flatMap((language) =>
      readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .sort()
        .map((file) => readLesson(join(folder, language, file), language, `${language}/${file.slice(0, -3)}`)),
    )
}

/** Lessons of `<folder>/<name>.<language>.md`, as the demo content keeps them. */
export function readDemoLessons(folder: string): Lesson[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, name, language] = /^(.+)\.([a-z]{2})\.md$/.exec(file) ?? []
      return name && language ? [readLesson(join(folder, file), language, `${language}/${name}`)] : []
    })
}

function readLesson(path: string, language: string, key: string): Lesson {
  const source = readFileSync(path, 'utf8')
  const front = /^---\n([\s\S]*?)\n---\n/.exec(source)
  const field = (name: string) =>
    (new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(front?.[1] ?? '')?.[1] ?? '').trim().replace(/^["'](.*)["']$/, '$1')
  const [intro = '', ...sections] = source.slice(front?.[0].length ?? 0).split(/^## +/m)
  const title = field('title') || /^# +(.+)$/m.exec(intro)?.[1] || key
  const parts = [`${title}\n${intro}`, ...sections].map((section, index): Part => {
    const [heading = '', ...lines] = section.split('\n')
    return {
      id: `${key}#${index + 1}`,
      type: 'section',
      number: index + 1,
      anchor: `step-${index + 1}`,
      title: plainText(heading.replace(/\{#.*\}/, '')),
      text: plainText(lines.join('\n')),
    }
  })
  return {
    key,
    language,
    title,
    summary: field('brief') || field('summary'),
    parts: parts.filter((part) => part.text || part.number > 1),
  }
}

function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)(?:\{[^}]*\})?/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[*`#|>]+|:::.*|\{[:.#][^}]*\}/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim()
}

export function documentOf(lesson: Lesson, itemId: string): SearchDocument {
  const { language, title, summary, parts } = lesson
  return {
    itemId,
    language,
    title,
    summary,
    labels: [],
    people: [],
    parts,
    fields: {
      type: 'tutorial',
      language,
      translation_group: lesson.key.slice(3),
      listed: true,
      found_by: 'everybody',
      organisation_id: null,
      status: 'published',
      hidden: false,
      skill_level: 'beginner',
      duration: 30,
      premium: false,
      with_pay: false,
      price_fen: 0,
      label_ids: [],
      industry_ids: [],
      min_version: 0,
      max_version: 32_000,
      with_video: false,
      single: true,
      owner_ids: ['u_judge'],
      instruction: null,
      min_age: null,
      max_age: null,
      start_minute: null,
      sort_title: title,
      published_at: null,
      popularity: 0,
    },
  }
}
