import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { type Translate, translator } from '#kit/messages.tsx'

/** How a form of staff comes back: what was done, or what was typed and what was wrong with it. */
export interface StaffFormAnswer {
  act: string
  /** What the form is about, where a page has many of it. */
  id: string
  done: boolean
  values: Record<string, string>
  positions: number[]
  problems: FieldProblem[]
  problem: string | null
}

/** A form as it was typed. */
export interface StaffForm {
  act: string
  id: string
  positions: number[]
  text(name: string): string
}

type Conflict = 'commerce.staff_conflict' | 'commerce.staff_refund_decided' | 'commerce.staff_not_mended'

/** Sends a form of staff, with script and without; `conflict` is said where another was quicker. */
export async function answerStaffForm(
  api: Api,
  form: FormData,
  conflict: Conflict,
  send: (form: StaffForm) => Promise<unknown>,
): Promise<StaffFormAnswer> {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 1000)
  const values = Object.fromEntries(
    [...form.keys()].filter((name) => name !== 'positions').map((name) => [name, text(name)]),
  )
  const typed = { act: text('act'), id: text('id'), positions: form.getAll('positions').map(Number) }
  const answer = { ...typed, values, problems: [], problem: null }
  try {
    await send({ ...typed, text })
    return { ...answer, done: true }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const t = translator(api.locale)
    const isOfFields = error.details.length > 0 && error.details.every(({ field }) => field in values)
    const problem = isOfFields ? null : (error.details[0]?.message ?? textOf(error, conflict, t))
    return { ...answer, done: false, problems: error.details, problem }
  }
}

function textOf(error: ApiError, conflict: Conflict, t: Translate): string {
  if (error.code === 'conflict') return t(conflict)
  return error.code === 'not_found' ? t('commerce.staff_entry_gone') : failureText(error, t)
}

/** What is wrong with a field of the form that came back. */
export function problemOf(answer: StaffFormAnswer | undefined, field: string): string | undefined {
  return answer?.problems.find((problem) => problem.field === field)?.message
}
