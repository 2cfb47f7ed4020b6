import { plainLearner } from '@lantern/contract/roles.ts'
import type { WebhookType } from '@lantern/contract/webhooks/webhook-types.ts'
import { demoAccounts, demoOrganisation } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { keepWebhook, rememberDeliveries } from '#webhooks/index.ts'
import { demoClassId, demoClassMembers } from './demo-class.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const types: WebhookType[] = ['member.joined', 'member.left', 'assignment.done', 'marks.released']
/** Hours before now, and what happened; the third was not taken at first and was sent again by hand. */
const past = [
  { hours: 75, type: 'member.joined' },
  { hours: 51, type: 'assignment.done' },
  { hours: 27, type: 'assignment.done' },
  { hours: 26, type: 'assignment.done' },
  { hours: 22, type: 'marks.released' },
  { hours: 5, type: 'assignment.done' },
  { hours: 2, type: 'assignment.done' },
] as const

/** The demo's school has a server that is told of what happens, and was away once; once only. */
export async function tellInDemo(services: Services): Promise<void> {
  const phone = demoAccounts.find(({ member }) => member === 'admin')?.phone ?? ''
  const { db, clock } = services
  const admin = await db.selectFrom('users').select(['id', 'name']).where('phone', '=', phone).executeTakeFirst()
  const known = await db
    .selectFrom('webhooks')
    .select('id')
    .where('organisation_id', '=', demoOrganisation.id)
    .executeTakeFirst()
  const learners = (await demoClassMembers(services)).filter(({ role }) => role === 'learner')
  const assignment = await db
    .selectFrom('assignments')
    .select(['id', 'item_id'])
    .where('class_id', '=', demoClassId)
    .orderBy('id')
    .executeTakeFirst()
  if (!admin || known || !assignment || learners.length === 0) return
  const organisationId = demoOrganisation.id
  const now = clock.now().getTime()
  await inTransaction(db, async (trx) => {
    const body = { url: 'https://jiaowu.xinghe.example/hook', types }
    const { id: webhookId } = await keepWebhook({ ...services, db: trx }, plainLearner(admin), organisationId, body)
    const deliveries = past.map(({ hours, type }, n) => {
      const userId = learners[(n * 5) % learners.length]?.person.id ?? ''
      const at = new Date(now - hours * hourMs)
      const of = { classId: demoClassId, assignmentId: assignment.id }
      const data = {
        'member.joined': { userId, role: 'learner' },
        'assignment.done': { ...of, itemId: assignment.item_id, userId },
        'marks.released': { ...of, userId: null },
      }[type]
      const taken = (then: Date) =>
        ({ at: then, status: 200, durationMs: 140 + 37 * n, problem: null, answer: '{"ok":true}' }) as const
      const wasAway = n === 2
      const away = [0, 1, 6].map(
        (minutes) =>
          ({
            at: new Date(at.getTime() + minutes * minuteMs),
            status: 503,
            durationMs: 920 + 80 * minutes,
            problem: 'status',
            answer: '系统维护中',
          }) as const,
      )
      const tries = wasAway ? [...away, taken(new Date(at.getTime() + 25 * minuteMs))] : [taken(at)]
      return { organisationId, webhookId, type, userId, data, at, tries }
    })
    await rememberDeliveries({ db: trx }, deliveries)
  })
}
