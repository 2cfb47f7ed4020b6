import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Picture } from '@lantern/contract/media/image-url.ts'
import { expect, test } from 'vitest'
import { checkDocument, documentOf, htmlOf } from '#media/index.ts'
import { readLesson } from './lesson-text.ts'
import { renderMarkdown } from './markdown.ts'
import { headingAnchors } from './steps.ts'

// Every lesson of a folder through the editor's document and back: nothing that a learner reads may be lost by opening a
// lesson in the editor and publishing it. Our own lessons always, a large folder where LANTERN_LESSONS names it.

const root = resolve(import.meta.dirname, '../../../../..')
const given = process.env.LANTERN_LESSONS ?? ''
const picture: Picture = { id: 'img_test', width: 1200, height: 800, extension: 'png' }

test('our own lessons lose nothing in the editor', async () => {
  const { steps, lost } = await throughTheEditor(join(root, 'content'))
  expect(steps).toBeGreaterThan(20)
  expect(lost).toEqual([])
})

test.runIf(given)(
  'a large folder of lessons loses nothing in the editor',
  async () => {
    const { steps, lost } = await throughTheEditor(given)
    expect(steps).toBeGreaterThan(100)
    expect(lost).toEqual([])
  },
  120_000,
)

async function throughTheEditor(folder: string): Promise<{ steps: number; lost: string[] }> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
  const lost: string[] = []
  let steps = 0
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8')
    const lesson = readLesson(source || ' ', { language: null, include: () => null })
    const anchor = headingAnchors()
    for (const step of lesson.outline.steps) {
      const { language } = lesson
      const html = await renderMarkdown(step.text, {
        language,
        anchor,
        link: (href) => href,
        picture: async () => picture,
      })
      const document = documentOf(html)
      const checked = checkDocument(document)
      if (checked.kind === 'refused') lost.push(`${file}: ${checked.fault.reason} at ${checked.fault.path}`)
      const again = htmlOf(document, { language, pictures: new Map([[picture.id, picture]]), videos: new Map() })
      const [before, after] = [wordsOf(html), wordsOf(again)]
      if (before !== after) lost.push(`${file}: ${difference(before, after)}`)
      if (
        htmlOf(documentOf(again), { language, pictures: new Map([[picture.id, picture]]), videos: new Map() }) !== again
      )
        lost.push(`${file}: not stable`)
      steps++
    }
  }
  return { steps, lost: lost.slice(0, 20) }
}

/** What is read, without white space: where HTML breaks its lines means nothing. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\s+/g, '')
}

function difference(before: string, after: string): string {
  let at = 0
  while (before[at] === after[at] && at < before.length) at++
  return `…${before.slice(Math.max(0, at - 40), at + 60)}… became …${after.slice(Math.max(0, at - 40), at + 60)}…`
}
