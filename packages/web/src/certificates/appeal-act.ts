import { mostAppealCharacters } from '@lantern/contract/certificates/certificate-rules.ts'
import type { answerAppeal, appealRevocation } from '@lantern/contract/certificates/certificates.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How a form about an appeal comes back, with what was typed. */
export interface AppealAnswer {
  act: 'appeal' | 'answer'
  done: boolean
  typed: string
  problem: string | null
}

/** The holder appeals against a revocation, or somebody answers. */
export async function sendAppealForm(api: Api, number: string, form: FormData): Promise<AppealAnswer> {
  const t = translator(api.locale)
  const act = form.get('act') === 'appeal' ? 'appeal' : 'answer'
  // line breaks of a posted form are two characters
  const typed = String(form.get('text') ?? '')
    .replaceAll('\r\n', '\n')
    .slice(0, mostAppealCharacters)
  const answer = { act, typed } as const
  if (act === 'appeal' && typed.trim() === '') return { ...answer, done: false, problem: t('community.empty') }
  const params = { number }
  try {
    if (act === 'appeal') {
      await api.call<typeof appealRevocation>('POST /api/learn/cn/certificate/:number/appeal', {
        params,
        body: { content: typed },
      })
    } else {
      await api.call<typeof answerAppeal>('POST /api/learn/cn/certificate/:number/appeal/answer', {
        params,
        body: { granted: form.get('granted') === 'true', answer: typed },
      })
    }
    return { ...answer, done: true, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { ...answer, done: false, problem: error.details[0]?.message ?? failureText(error, t) }
  }
}
