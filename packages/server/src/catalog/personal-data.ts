import { sql } from 'kysely'
import { mergedInList, type PersonalData } from '#kit/personal-data.ts'

export const makerPersonalData = {
  holds: ['items.owner_id', 'items.author_id'],
  read: { not: 'authoring tells what a person wrote' },
  erase: { not: 'what others learn from stays, under the name of an emptied account' },
  async merge(trx, { from, into }) {
    await trx.updateTable('items').set({ owner_id: into }).where('owner_id', '=', from).execute()
    await trx.updateTable('items').set({ author_id: into }).where('author_id', '=', from).execute()
    await sql`
      update live_sessions set speakers = ${mergedInList(sql`speakers`, { from, into })}
      where speakers @> ${JSON.stringify([{ userId: from }])}::jsonb`.execute(trx)
  },
} satisfies PersonalData
