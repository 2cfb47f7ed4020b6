import type { givePeerFeedback, takePeerTask } from '@lantern/contract/community/peer-feedback.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How a form of the peer feedback page comes back. */
export interface PeerAnswer {
  done: boolean
  /** Feedback was given, not a submission taken. */
  isGiven: boolean
  problem: string | null
  /** Refusals by the number of the answer. */
  problems: Readonly<Record<number, string>>
  /** What was typed, of a form that was refused. */
  typed: readonly string[]
}

/** Takes the next submission to look at, or gives feedback on the one that was handed out; with script and without. */
export async function actOnPeerFeedback({ call, locale }: Api, form: FormData): Promise<PeerAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 100)
  // line breaks of a posted form are two characters
  const typed = form.getAll('answer').map((answer) => String(answer).replaceAll('\r\n', '\n'))
  try {
    if (form.get('act') === 'take') {
      const body = { itemId: text('itemId'), sectionId: text('sectionId') }
      await call<typeof takePeerTask>('POST /api/learn/submission/peer/next', { body })
      return { done: true, isGiven: false, problem: null, problems: {}, typed: [] }
    }
    await call<typeof givePeerFeedback>('POST /api/learn/submission/peer', {
      body: { id: text('id'), answers: typed },
    })
    return { done: true, isGiven: true, problem: null, problems: {}, typed: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || [401, 404].includes(error.status)) throw error
    const named = error.details.flatMap(({ field, message }) => {
      const [list, at] = field.split('.')
      return list === 'answers' && at !== undefined ? [[Number(at), message] as const] : []
    })
    const problem = named.length > 0 ? null : failureText(error, translator(locale))
    return { done: false, isGiven: false, problem, problems: Object.fromEntries(named), typed }
  }
}
