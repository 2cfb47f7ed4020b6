import { listData, questionData } from '#catalog/index.ts'
import { everyBlock, type ManagedPage } from '#cms/index.ts'
import type { Session } from '#kit/session.tsx'
import type { SlotData } from './cms-slot-data.ts'

/** What the blocks of a page say to search engines: questions with their answers, and the items of its lists. */
export function thingsOf({ blocks }: Pick<ManagedPage, 'blocks'>, { lists, legs }: SlotData, site: Session['site']) {
  const questions = everyBlock(blocks).flatMap((block) => (block.kind === 'faq' ? block.fields.items : []))
  const shown = [...Object.values(lists?.byBlock ?? {}).map(({ list }) => list), ...(legs ?? [])]
  return [
    ...questionData(
      questions.map(({ title, text }) => ({ title, descriptionHtml: String(text) })),
      site,
    ),
    ...listData(
      shown.flatMap(({ results, itemMap }) => results.map(({ id }) => itemMap[id])),
      site,
    ),
  ]
}
