import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { recipientsOf } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notificationKind, notify, peopleAtOnce, tellInBatches } from '#notifications/index.ts'

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

/** A publication that is older than this was told of before, or was never new to anybody. */
const newForMs = 86_400_000

export function tellOfTranslations(services: Services): void {
  const tell = tellInBatches(services, 'learning.tell_of_translation', (trx, itemId, after) =>
    tellLearners(services, trx, itemId, after),
  )
  services.stream.subscribe('learning.translations', [itemPublished], async (batch, trx) => {
    for (const { payload } of batch) await tell(trx, payload.itemId)
  })
}

async function tellLearners(services: Services, trx: Trx, itemId: string, after: string): Promise<string[]> {
  const now = services.clock.now()
  const since = new Date(now.getTime() - newForMs)
  const { rows } = await sql<{ user_id: string; language: string }>`
    select distinct r.user_id, n.language
    from items n join items o on o.translation_group = n.translation_group and o.language <> n.language
    join records r on r.item_id = o.id and not r.completed
    where n.id = ${itemId} and n.status = 'published' and n.published_at > ${since} and r.user_id > ${after}
      and not exists (select from records own where own.user_id = r.user_id and own.work_id = n.work_id and own.last_item_id = n.id)
    order by r.user_id limit ${peopleAtOnce}`.execute(trx)
  const learners = rows.map(({ user_id }) => user_id)
  const people = await recipientsOf(trx, learners, now)
  await notify(services, trx, translationPublished, {
    people: people.filter(({ locale }) => contentLanguage(locale) === rows[0]?.language).map(({ id }) => id),
    key: `translation_published:${itemId}`,
    itemId,
    payload: {},
    group: 'translations',
  })
  return learners
}
