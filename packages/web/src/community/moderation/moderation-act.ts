import {
  type Measure,
  type ReportReason,
  type ReportType,
  reportReasons,
  reportTypes,
} from '@lantern/contract/community/report-rules.ts'
import type {
  banReported,
  decideMany,
  handOver,
  ignoreReported,
  readReported,
  rejectAppeal,
  undoDecision,
} from '@lantern/contract/community/reports.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

export type ModerationAct = 'ban' | 'ignore' | 'undo' | 'read' | 'reject' | 'assign' | ManyAct

const manyActions = { 'many-ban': 'ban', 'many-ignore': 'ignore', 'many-undo': 'undo' } as const
type ManyAct = keyof typeof manyActions

/** How a form of the moderators' page comes back. */
export interface ModerationAnswer {
  act: ModerationAct
  done: boolean
  /** How many cases were decided. */
  count: number
  problem: string | null
  typed: {
    reason: ReportReason | null
    note: string
    measures: Measure[]
    muteDays: number
    suspendDays: number
    /** Whom a case is handed to; null: nobody. */
    moderatorId: string | null
  }
}

const acts: readonly ModerationAct[] = [
  ...(['ban', 'ignore', 'undo', 'read', 'reject', 'assign'] as const),
  ...(Object.keys(manyActions) as ManyAct[]),
]

/** Sends a form of the moderators' page, with script and without. */
export async function actOnCases(api: Api, form: FormData): Promise<ModerationAnswer> {
  const t = translator(api.locale)
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const act = acts.find((one) => one === text('act')) ?? 'read'
  const measures = form.getAll('measure').map(String) as Measure[]
  const typed = {
    reason: reportReasons.find((one) => one === text('reason')) ?? null,
    note: text('note').slice(0, 500),
    measures,
    muteDays: Number(text('muteDays')) || 3,
    suspendDays: Number(text('suspendDays')) || 7,
    moderatorId: text('moderator').slice(0, 100) || null,
  }
  const chosen = form.getAll('case').map((value) => targetOf(String(value)))
  const answer = { act, typed, count: act.startsWith('many') ? chosen.length : 1 }
  try {
    await send(api, act, { target: targetOf(text('target')), chosen, typed })
    return { ...answer, done: true, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const said = error.code === 'conflict' ? t('community.decided_meanwhile') : error.details[0]?.message
    return { ...answer, done: false, problem: said ?? failureText(error, t) }
  }
}

interface Target {
  id: string
  type: ReportType
}

interface Sent {
  target: Target
  chosen: Target[]
  typed: ModerationAnswer['typed']
}

async function send({ call, locale }: Api, act: ModerationAct, { target, chosen, typed }: Sent): Promise<void> {
  const { note, measures } = typed
  const reason = typed.reason ?? 'other'
  switch (act) {
    case 'ban': {
      const body = {
        ...target,
        reason,
        note,
        hide: measures.includes('hide'),
        warn: measures.includes('warn'),
        ...(measures.includes('mute') && { muteDays: typed.muteDays }),
        ...(measures.includes('suspend') && { suspendDays: typed.suspendDays }),
      }
      await call<typeof banReported>('POST /api/learn/report/ban', { body })
      return
    }
    case 'ignore':
      await call<typeof ignoreReported>('POST /api/learn/report/ignore', { body: { ...target, note } })
      return
    case 'undo':
      await call<typeof undoDecision>('POST /api/learn/report/undo', { body: { ...target, note } })
      return
    case 'assign': {
      const body = { ...target, moderatorId: typed.moderatorId, note }
      await call<typeof handOver>('POST /api/learn/report/assign', { body })
      return
    }
    case 'reject':
      await call<typeof rejectAppeal>('POST /api/learn/report/appeal/reject', { body: target })
      return
    case 'read':
      await call<typeof readReported>('POST /api/learn/report/read', { body: target })
      return
    default: {
      if (chosen.length === 0) {
        const message = translator(locale)('community.choose_cases')
        throw new ApiError(400, { code: 'bad_request', message })
      }
      const body = { action: manyActions[act], targets: chosen }
      await call<typeof decideMany>('POST /api/learn/report/many', { body })
    }
  }
}

/** A form names a thing as `message ms_1`. */
export const targetName = ({ type, id }: Target) => `${type} ${id}`

function targetOf(name: string): Target {
  const [type = '', id = ''] = name.slice(0, 120).split(' ')
  return { type: reportTypes.find((one) => one === type) ?? 'message', id: id || '-' }
}
