import type { AnswerKey, markAnswer } from '@lantern/contract/campus/marking.ts'
import { mostCommentCharacters } from '@lantern/contract/campus/marking-rules.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How a mark comes back: where to go on, or what is wrong and what was typed. */
export type MarkAnswer =
  | { next: AnswerKey | null }
  | { problem: string; field: 'given' | null; typed: { given: string; comment: string } }

/** Sends the mark of an answer, with script and without. */
export async function actOnMark({ call, locale }: Api, key: AnswerKey, form: FormData): Promise<MarkAnswer> {
  const t = translator(locale)
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const typed = { given: text('given'), comment: text('comment').slice(0, mostCommentCharacters) }
  // a comma for the decimals, digits of full width
  const points = typed.given.normalize('NFKC').trim().replace(',', '.')
  if (!/^\d{1,4}(\.\d+)?$/.test(points)) {
    return { problem: t('campus.marking_no_points'), field: 'given', typed }
  }
  try {
    return await call<typeof markAnswer>('POST /api/campus/marking/answer', {
      body: { ...key, given: Number(points), comment: typed.comment, markedAt: text('markedAt') || null },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    // the page says by itself that there is nothing to mark any more, and keeps the words
    if (error.status === 404) return { problem: t('campus.marking_gone'), field: null, typed }
    const [detail] = error.details
    return {
      problem: detail?.message ?? failureText(error, t),
      field: detail?.field === 'given' ? 'given' : null,
      typed,
    }
  }
}
