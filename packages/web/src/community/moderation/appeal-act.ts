import { appealLength } from '@lantern/contract/community/report-rules.ts'
import type { makeAppeal } from '@lantern/contract/community/reports.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How the form of an appeal comes back, with what was typed. */
export interface AppealAnswer {
  actId: number
  done: boolean
  content: string
  problem: string | null
}

export async function sendAppeal(api: Api, form: FormData): Promise<AppealAnswer> {
  const t = translator(api.locale)
  const actId = Number(form.get('actId')) || 0
  // line breaks of a posted form are two characters
  const content = String(form.get('content') ?? '')
    .replaceAll('\r\n', '\n')
    .slice(0, appealLength)
  if (content.trim() === '') return { actId, done: false, content, problem: t('community.empty') }
  try {
    await api.call<typeof makeAppeal>('POST /api/learn/moderation/appeal', { body: { actId, content } })
    return { actId, done: true, content, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const said = error.code === 'conflict' ? t('community.appealed_before') : error.details[0]?.message
    return { actId, done: false, content, problem: said ?? failureText(error, t) }
  }
}
