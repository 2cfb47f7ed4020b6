import type { ReportReason } from '@lantern/contract/community/report-rules.ts'
import { plainLearner } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { banReported, reportThing, saveDiscussion } from '#community/index.ts'
import { demoAccounts } from '#identity/index.ts'
import { servicesAt } from '#kit/services.ts'
import { type DemoRun, offset } from './demo-run.ts'
import type { DemoContent, DemoLanguage } from './read-content.ts'

interface Said {
  by: string
  at: string
  text: string
  likes?: number
}

/** What people of the demo have said. A discussion that is there stays as it is. */
export async function saveDiscussions(run: DemoRun, { discussions, authors }: DemoContent): Promise<void> {
  const people = authors.map(({ id }) => run.authorId(id))
  const messageOf = ({ by, at, text, likes = 0 }: Said, later: number) => ({
    authorId: run.person(by, 'zh').id,
    content: text.trim(),
    // minutes apart, in the order of the file
    at: new Date(offset(run.now, at).getTime() + later * 60_000),
    likedBy: people.filter((id) => id !== run.person(by, 'zh').id).slice(0, likes),
  })
  for (const { slug, path, data } of discussions) {
    const language: DemoLanguage = slug.endsWith('.en') ? 'en' : 'zh'
    const [itemId] = run.idsOf([data.item], language)
    const { rows } = await sql<{ channelId: string; ownerId: string; authorId: string; steps: Record<string, string> }>`
      select coalesce(i.channel_id, i.id) as "channelId", i.owner_id as "ownerId", i.author_id as "authorId",
        coalesce((select json_object_agg(t.title, t.id) from sections t where t.item_id = i.id), '{}') as steps
      from items i where i.id = ${itemId ?? ''}`.execute(run.services.db)
    const [item] = rows
    if (!item || itemId === undefined) continue
    const { steps, ...rest } = item
    const threads = data.threads.map(({ step, replies = [], ...question }, at) => {
      if (step !== undefined && !steps[step]) run.faults.add(`${path}: ${step} is no step of ${data.item}`)
      return {
        ...messageOf(question, at),
        stepId: (step && steps[step]) || null,
        replies: replies.map((reply, index) => ({
          ...messageOf(reply, at + index + 5),
          helped: reply.helped ?? false,
        })),
      }
    })
    const key = `demo/${slug}`
    await saveDiscussion(run.services, { id: itemId, ...rest }, { key, threads })
    for (const [at, { reports = [], decided }] of data.threads.entries()) {
      const messageId = await saveReports(run, `${key}/${at}`, reports)
      if (messageId && decided) await decide(run, messageId, decided)
    }
  }
}

/** Reports of the message that was saved with this key, so that moderators of the demo have something to decide. Answers with its id. */
async function saveReports(
  run: DemoRun,
  key: string,
  reports: readonly { by: string; at: string; reason: ReportReason; text: string }[],
): Promise<string | null> {
  if (reports.length === 0) return null
  const { id } = await run.services.db
    .selectFrom('messages')
    .select('id')
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  const known = await run.services.db
    .selectFrom('reports')
    .select('reporter_id')
    .where('type', '=', 'message')
    .where('target_id', '=', id)
    .execute()
  const reported = new Set(known.map(({ reporter_id }) => reporter_id))
  // a message that was hidden since cannot be reported any more
  for (const { by, at, reason, text } of reports.filter((one) => !reported.has(run.authorId(one.by)))) {
    const then = servicesAt(run.services, offset(run.now, at).getTime())
    const reporter = plainLearner({ id: run.authorId(by), name: by })
    await reportThing(then, reporter, { id, type: 'message', reasons: [{ type: reason, content: text }] })
  }
  return id
}

/** The decision of the demo's moderator, once: taken back, it stays so. */
async function decide(
  run: DemoRun,
  id: string,
  { at, reason, note }: { at: string; reason: ReportReason; note: string },
): Promise<void> {
  const { rows: decisions } = await sql`
    select from report_acts where type = 'message' and target_id = ${id} and action = 'ban'`.execute(run.services.db)
  const moderator = demoAccounts.find(({ title }) => title === 'moderator')
  const person = await run.services.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('phone', '=', moderator?.phone ?? '')
    .executeTakeFirst()
  if (!person || decisions.length > 0) return
  const then = servicesAt(run.services, offset(run.now, at).getTime())
  const viewer = { ...plainLearner(person), groups: ['learn_moderator' as const] }
  await banReported(then, viewer, { id, type: 'message', reason, note, hide: true, warn: true })
}
