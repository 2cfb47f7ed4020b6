import type { Db } from '#kit/sql.ts'

/** Questions in the order they were written; a language without any gets the Chinese ones. */
export async function readFaq(db: Db, language: string) {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'slug', 'title', 'description_html', 'language'])
    .where('type', '=', 'faq')
    .where('status', '=', 'published')
    .where('hidden', '=', false)
    .where('language', 'in', [language, 'zh'])
    .orderBy('id')
    .limit(200)
    .execute()
  const own = rows.filter((row) => row.language === language)
  return {
    items: (own.length > 0 ? own : rows).map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      descriptionHtml: row.description_html,
    })),
  }
}
