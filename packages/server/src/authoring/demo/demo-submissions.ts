import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainLearner } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { handIn, reviewSubmission, savePeerFeedback } from '#community/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { openSharp } from '#kit/sharp.ts'
import { beginUpload, finishUpload } from '#media/index.ts'
import { type DemoRun, offset } from './demo-run.ts'
import type { DemoContent, DemoLanguage } from './read-content.ts'

/** What people of the demo handed in, and what educators and others said about it. A person who has handed in is left out. */
export async function saveSubmissions(run: DemoRun, { submissions }: DemoContent): Promise<void> {
  for (const { slug, path, data } of submissions) {
    const language: DemoLanguage = slug.endsWith('.en') ? 'en' : 'zh'
    const [itemId = ''] = run.idsOf([data.item], language)
    const { rows } = await sql<{ id: string; questions: string[]; authors: string[] }>`
      select t.id, t.peer_questions as questions,
        array(select s.author_id from submissions s where s.section_id = t.id) as authors
      from sections t where t.item_id = ${itemId} and t.type = 'submission' order by t.position limit 1`.execute(
      run.services.db,
    )
    const [step] = rows
    if (!step) {
      run.faults.add(`${path}: ${data.item} has no step to hand in for`)
      continue
    }
    for (const entry of data.submissions) {
      if (step.authors.includes(run.person(entry.by, language).id)) continue
      await saveSubmission(run, { itemId, step, language }, entry)
    }
  }
}

type Entry = DemoContent['submissions'][number]['data']['submissions'][number]

async function saveSubmission(
  run: DemoRun,
  { itemId, step, language }: { itemId: string; step: { id: string; questions: string[] }; language: DemoLanguage },
  { by, at, title, text, picture, review, feedback = [] }: Entry,
): Promise<void> {
  const timeOf = (moment: string) => new Date(offset(run.now, moment))
  const servicesOf = (moment: string) => servicesAt(run.services, timeOf(moment).getTime())
  const personOf = (name: string) => plainLearner(run.person(name, language))
  const author = personOf(by)
  const { id } = await handIn(servicesOf(at), author, {
    ...{ itemId, sectionId: step.id, type: 'media', permission: 'public', title, description: text.trim() },
    attachmentIds: [await upload(run.services, author.id, join(run.folder, picture))],
  })
  if (review) {
    const body = { id, version: 1, content: review.text, isReviewed: true }
    await reviewSubmission(servicesOf(review.at), personOf(review.by), body)
  }
  for (const one of feedback) {
    const answers = step.questions.map((question, nth) => ({ question, content: one.answers[nth] ?? '' }))
    await savePeerFeedback(run.services, id, {
      reviewerId: run.person(one.by, language).id,
      at: timeOf(one.at),
      answers,
    })
  }
}

/** A drawing of content/ as a picture that its person has uploaded. */
async function upload(services: Services, ownerId: string, path: string): Promise<string> {
  const sharp = await openSharp()
  const bytes = await sharp(readFileSync(path)).resize({ width: 1200 }).png().toBuffer()
  const name = 'screenshot.png'
  const { id } = await beginUpload(services, { ownerId, isLearner: true, kind: 'image', name, byteSize: bytes.length })
  await finishUpload(services, id, {
    size: async () => bytes.length,
    head: async (length) => bytes.subarray(0, length),
    keepAs: (key, contentType) => services.storage.put(key, bytes, contentType),
    drop: async () => undefined,
  })
  return id
}
