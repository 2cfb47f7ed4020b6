import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { recipientsOf } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { notificationKind, notify } from '#notifications/index.ts'

/** A translation of an item that the person learns appeared in the language of their interface. */
export const translationPublished = notificationKind({
  name: 'translation_published',
  group: 'learning',
  icon: 'language',
  label: 'learning.translation_published',
  hint: 'learning.translation_published_hint',
  channels: { site: 'now', mail: 'weekly', push: 'off' },
  required: [],
  isUrgent: false,
  payload: object({}),
  write: ({ count, item }, { t }) => ({
    title: t('learning.translations_published', { count }),
    body: item?.title ?? null,
    path: item ? itemIdLink(item) : '/',
  }),
})

const jobName = 'learning.tell_of_translation'
const peopleAtOnce = 500
/** A publication that is older than this was told of before, or was never new to anybody. */
const newForMs = 86_400_000

/** Each batch of learners is one transaction, which also asks for the next one. */
export function tellOfTranslations(services: Services): void {
  const { stream, jobs } = services
  stream.subscribe('learning.translations', [itemPublished], async (batch, trx) => {
    for (const { payload } of batch) {
      const { itemId } = payload
      await jobs.send(trx, jobName, { itemId, after: '' }, { key: itemId })
    }
  })
  jobs.define(
    jobName,
    async (batch) => {
      for (const { itemId, after } of batch) await tellBatch(services, String(itemId), String(after))
    },
    { isKeyed: true },
  )
}

async function tellBatch(services: Services, itemId: string, after: string): Promise<void> {
  const { db, clock, jobs } = services
  const since = new Date(clock.now().getTime() - newForMs)
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ user_id: string; language: string }>`
      select distinct r.user_id, n.language
      from items n join items o on o.translation_group = n.translation_group and o.language <> n.language
      join records r on r.item_id = o.id and not r.completed
      where n.id = ${itemId} and n.status = 'published' and n.published_at > ${since} and r.user_id > ${after}
        and not exists (select from records own where own.user_id = r.user_id and own.item_id = n.id)
      order by r.user_id limit ${peopleAtOnce}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    const people = await recipientsOf(
      trx,
      rows.map(({ user_id }) => user_id),
      clock.now(),
    )
    await notify(services, trx, translationPublished, {
      people: people.filter(({ locale }) => contentLanguage(locale) === last.language).map(({ id }) => id),
      key: `translation_published:${itemId}`,
      itemId,
      payload: {},
      group: 'translations',
    })
    if (rows.length === peopleAtOnce) {
      await jobs.send(trx, jobName, { itemId, after: last.user_id }, { key: `${itemId} ${last.user_id}` })
    }
  })
}
