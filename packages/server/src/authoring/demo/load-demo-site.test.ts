import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askGraphql } from '@lantern/contract/cms/pages.ts'
import { type CmsContent, contentQuery } from '@lantern/contract/cms/wire.ts'
import { contentLanguage, type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { demoAccounts } from '#identity/index.ts'
import { testSite } from '#testing/site.ts'
import { loadDemoSite } from './load-demo-site.ts'

const site = await testSite()
const learnersPhone = demoAccounts.find(({ title }) => title === 'learner')?.phone ?? ''
const copy = mkdtempSync(join(tmpdir(), 'content-'))
cpSync(join(site.services.config.siteRoot, 'content'), copy, { recursive: true })
afterAll(() => rmSync(copy, { recursive: true, force: true }))
const first = await loadDemoSite(site.services, { folder: copy })

async function countsByType(language: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ type: string; n: number }>`
    select type, count(*)::int as n from items where language = ${language} and status = 'published' group by type`.execute(
    site.db,
  )
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]))
}

test('the first start brings a living site in Chinese and English', async () => {
  expect(first.faults).toEqual([])
  const zh = await countsByType('zh')
  expect(zh.tutorial).toBeGreaterThanOrEqual(24)
  expect(zh.project).toBeGreaterThanOrEqual(6)
  expect(zh.course).toBeGreaterThanOrEqual(5)
  expect(zh.quiz).toBeGreaterThanOrEqual(8)
  expect(await countsByType('en')).toEqual(zh)
})

test('both languages of a tutorial have the same steps, and every item has a picture', async () => {
  const { rows } = await sql`
    select i.translation_group from items i left join sections s on s.item_id = i.id
    where i.type = 'tutorial' group by 1 having count(distinct i.language) <> 2
      or count(s.id) filter (where i.language = 'zh') <> count(s.id) filter (where i.language = 'en')`.execute(site.db)
  expect(rows).toEqual([])
  const bare = await site.db.selectFrom('items').select('slug').where('thumbnail_url', 'is', null).execute()
  expect(bare).toEqual([])
})

test('live sessions begin and end at a quarter of an hour, and one of them is on', async () => {
  const { rows } = await sql<{ start: Date; ends: Date }>`
    select starts_at as start, ends_at as ends from live_sessions`.execute(site.db)
  expect(rows).toHaveLength(14)
  const times = rows.flatMap(({ start, ends }) => [start.toISOString(), ends.toISOString()])
  expect(times.filter((time) => !/:(00|15|30|45):00\.000Z$/.test(time))).toEqual([])
  const now = site.clock.now()
  expect(rows.filter(({ start, ends }) => start <= now && now < ends)).toHaveLength(2)
})

test('the demo’s learner has work of their own with feedback, told by the names of its authors', async () => {
  const { rows } = await sql`
    select s.title, r.content is not null as reviewed, n.payload->>'name' as by,
      (select count(*)::int from peer_feedback f where f.submission_id = s.id) as feedback
    from submissions s join users u on u.id = s.author_id
    left join submission_reviews r on r.submission_id = s.id
    left join notifications n on n.user_id = u.id and n.kind = 'submission_reviewed'
      and n.payload->>'submissionId' = s.id
    where u.phone = ${learnersPhone} order by s.title`.execute(site.db)
  expect(rows).toEqual([
    { title: '山谷里的湖', reviewed: true, by: '许青禾', feedback: 1 },
    { title: '林间小屋', reviewed: false, by: null, feedback: 0 },
  ])
})

test('a message waits for a moderator, and one of the learner was hidden with a word of why, once', async () => {
  const cases = () =>
    sql`
    select k.status, r.action, r.hides, r.warns, u.phone from report_cases k
    left join report_acts r on r.target_id = k.target_id left join users u on u.id = k.subject_id
    order by k.status`.execute(site.db)
  const expected = [
    { status: 'banned', action: 'ban', hides: true, warns: true, phone: learnersPhone },
    { status: 'open', action: null, hides: null, warns: null, phone: null },
  ]
  expect((await cases()).rows).toEqual(expected)
  const learners = join(copy, 'learner.yaml')
  writeFileSync(learners, `${readFileSync(learners, 'utf8')}\n# again\n`)
  await loadDemoSite(site.services, { folder: copy })
  expect((await cases()).rows).toEqual(expected)
})

test('one live session is cancelled, one that is over has a film with chapters, and one that is on has questions', async () => {
  const { rows } = await sql`
    select i.slug, l.cancelled, jsonb_array_length(l.recording_chapters) as chapters, v.title as film,
      (select count(*)::int from messages m where m.item_id = i.id and m.parent_id is null) as questions
    from live_sessions l join items i on i.id = l.item_id left join videos v on v.id = l.recording_video_id
    where l.cancelled or l.recording_video_id is not null or exists (select from messages m where m.item_id = i.id)
    order by i.language desc, i.slug`.execute(site.db)
  const of = (ending: string) => [
    { slug: `editor-tools-evening${ending}`, cancelled: true, chapters: 0, film: null, questions: 0 },
    { slug: `terrain-jam${ending}`, cancelled: false, chapters: 4, film: 'terrain-jam', questions: 0 },
    { slug: `volumetric-live${ending}`, cancelled: false, chapters: 0, film: null, questions: 4 },
  ]
  expect(rows).toEqual([...of(''), ...of('-en')])
  expect(await site.db.selectFrom('videos').select('id').execute()).toHaveLength(1)
})

test('the school of the demo has a course of its own and one that is open to everybody', async () => {
  const { rows } = await sql`
    select i.slug, i.audience, i.found_by as "foundBy", u.phone from items i join users u on u.id = i.owner_id
    where i.organisation_id is not null and i.type = 'course' and i.language = 'zh' order by i.slug`.execute(site.db)
  expect(rows).toEqual([
    { slug: 'open-lectures', audience: 'everybody', foundBy: 'og_demo', phone: '13800000005' },
    { slug: 'school-graphics', audience: 'og_demo', foundBy: 'og_demo', phone: '13800000005' },
  ])
})

test('every link of the demo leads to an item that is there', async () => {
  const { rows } = await sql<{ id: string }>`
    select distinct (regexp_matches(body_html, 'href="/(?:tutorial|project|course|quiz|liveSession)/([a-z]+_[a-z0-9]+)', 'g'))[1] as id
    from sections`.execute(site.db)
  expect(rows.length).toBeGreaterThan(5)
  const known = await site.db.selectFrom('items').select('id').execute()
  const ids = new Set(known.map(({ id }) => id))
  expect(rows.filter(({ id }) => !ids.has(id))).toEqual([])
  const { rows: broken } =
    await sql`select title from sections where body_html ~ 'broken-link|class="missing"'`.execute(site.db)
  expect(broken).toEqual([])
})

test('the demo accounts are there with their groups', async () => {
  const users = await site.db
    .selectFrom('users')
    .select(['phone', 'groups', 'premium_until', 'suspend_until'])
    .execute()
  for (const { phone, groups, premium, suspended } of demoAccounts) {
    const user = users.find((one) => one.phone === phone)
    expect(user?.groups).toEqual(groups)
    expect(user?.premium_until !== null).toBe(premium ?? false)
    expect(user?.suspend_until !== null).toBe(suspended ?? false)
  }
})

test('the demo learner has a year behind them: days, completed and open lessons, a course and collections', async () => {
  const person = await site.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', '13800000001')
    .executeTakeFirstOrThrow()
  const { rows } = await sql`
    select (select count(*)::int from study_days where user_id = ${person.id}) > 100 as "manyDays",
      (select count(*)::int from records where user_id = ${person.id} and completed) as completed,
      (select count(*)::int from records where user_id = ${person.id} and not completed and type = 'tutorial') as open,
      (select count(*)::int from records where user_id = ${person.id} and type = 'course') as courses,
      (select count(*)::int from collections where user_id = ${person.id}) as collected`.execute(site.db)
  expect(rows).toEqual([{ manyDays: true, completed: 12, open: 3, courses: 1, collected: 5 }])
})

test('the demo learner follows authors and paths, is told of what they publish, and is reminded of sessions to come', async () => {
  await site.settle()
  const { rows } = await sql`
    select (select count(*)::int from person_follows f where f.user_id = u.id) as people,
      (select count(*)::int from item_follows f where f.user_id = u.id) as paths,
      (select count(*)::int from live_reminders r where r.user_id = u.id) as reminders,
      (select array_agg(distinct n.kind) from notifications n where n.user_id = u.id) as told
    from users u where u.phone = '13800000001'`.execute(site.db)
  expect(rows).toEqual([
    {
      people: 2,
      paths: 2,
      reminders: 2,
      told: ['moderation_decided', 'new_of_person', 'peer_work', 'submission_reviewed'],
    },
  ])
})

test('the demo learner has ordered merchandise twice [COM-005]', async () => {
  const { rows } = await sql`
    select o.state, o.amount_fen, count(*)::int as lines from orders o
    join order_lines t on t.order_id = o.id and t.is_merchandise join users u on u.id = o.user_id
    where u.phone = '13800000001' group by o.id order by o.created_at desc`.execute(site.db)
  expect(rows).toEqual([
    { state: 'processing', amount_fen: 10_700, lines: 2 },
    { state: 'finished', amount_fen: 3900, lines: 1 },
  ])
})

test('what a person does with the demo account is not done again', async () => {
  const records = () => sql`select * from records order by user_id, item_id`.execute(site.db)
  const before = await records()
  writeFileSync(
    join(copy, 'learner.yaml'),
    readFileSync(join(copy, 'learner.yaml'), 'utf8').replace('steps: 1', 'steps: 2'),
  )
  await loadDemoSite(site.services, { folder: copy })
  expect((await records()).rows).toEqual(before.rows)
})

test('a second start looks at nothing', async () => {
  expect(await loadDemoSite(site.services, { folder: copy })).toEqual({ items: 0, written: 0, faults: [] })
})

test('a changed file changes its item alone, and what learners see of it keeps its id', async () => {
  const before = await site.db
    .selectFrom('items')
    .select(['id', 'slug'])
    .where('source_key', '=', 'demo/quiz/shadows-check.zh')
    .executeTakeFirst()
  const path = join(copy, 'tutorials/real-time-shadows.zh.md')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^title: .*$/m, 'title: 新的标题'))

  const outcome = await loadDemoSite(site.services, { folder: copy })

  expect(outcome.written).toBe(1)
  const changed = await site.db
    .selectFrom('items')
    .select('title')
    .where('source_key', '=', 'demo/tutorial/real-time-shadows.zh')
    .executeTakeFirst()
  expect(changed?.title).toBe('新的标题')
  expect(
    await site.db
      .selectFrom('items')
      .select(['id', 'slug'])
      .where('source_key', '=', 'demo/quiz/shadows-check.zh')
      .executeTakeFirst(),
  ).toEqual(before)
})

test('a broken file is named and keeps nothing else out', async () => {
  writeFileSync(join(copy, 'tutorials/real-time-shadows.en.md'), '---\ntitel: Wrong\n---\n\n## One\n\ntext\n')
  const outcome = await loadDemoSite(site.services, { folder: copy })
  expect(outcome.faults).toEqual([expect.stringContaining('tutorials/real-time-shadows.en.md')])
  const kept = await site.db
    .selectFrom('items')
    .select('status')
    .where('source_key', '=', 'demo/tutorial/real-time-shadows.en')
    .executeTakeFirst()
  expect(kept?.status).toBe('published')
})

test('the words around the content are there in all nine languages', async () => {
  const languages = offeredLocales.map(contentLanguage).sort()
  const { rows } = await sql<{ names: Record<string, string> }>`
    select names from tags union all select names from packages`.execute(site.db)
  for (const { names } of rows) expect(Object.keys(names).sort()).toEqual(languages)
})

test('pages of the site are there in all nine languages, and lead to what their readers read', async () => {
  for (const locale of offeredLocales) {
    const faq = await pageIn(locale, 'faq')
    expect(faq.contentDetails.find(({ moduleName }) => moduleName === 'faq')?.listValue, locale).toHaveLength(10)
    const top = await pageIn(locale, 'cn-home-top')
    const slides = top.contentDetails[0]?.listValue ?? []
    expect(slides, locale).toHaveLength(3)
    const links = slides.flatMap(({ properties }) => properties.filter(({ key }) => /^actions\.\d\.url$/.test(key)))
    expect(links.length, locale).toBeGreaterThan(3)
    for (const { value } of links) {
      const [, type, id] = /^\/(\w+)\/(\w+)$/.exec(value) ?? []
      const item = await site.db
        .selectFrom('items')
        .select('language')
        .where('id', '=', id ?? '')
        .executeTakeFirst()
      expect([type, item?.language], value).toEqual([expect.any(String), locale === 'zh_CN' ? 'zh' : 'en'])
    }
  }
})

test('/free, /new, /advance, /discount and /educators show their list, /unity-learning-path its way [CMS-001] [CMS-002] [CMS-003] [CMS-004] [CMS-005] [CAT-013]', async () => {
  for (const slug of ['free', 'new', 'advance', 'discount', 'educators']) {
    const { contentDetails } = await pageIn('zh_CN', slug)
    const list = contentDetails.find(({ moduleName }) => moduleName === 'catalog-list')
    expect(list?.properties, slug).toContainEqual({ key: 'list', value: slug })
    expect(list?.properties, slug).toContainEqual({ key: 'showFilters', value: 'true' })
  }
  const { contentDetails } = await pageIn('zh_CN', 'unity-learning-path')
  expect(contentDetails.map(({ moduleName }) => moduleName)).toContain('learning-path')
})

test.each([
  ['privacy', '隐私政策', 'Privacy policy'],
  ['terms', '服务条款', 'Terms'],
  ['person-info-list', '个人信息收集清单', 'Personal information we collect'],
  ['contact', '联系我们', 'Contact'],
  ['term-of-service', '用户协议', 'Terms of service'],
  ['cookies-policy', 'Cookie政策', 'Cookies policy'],
])(
  '%s is said in each language, and the contents beside it lead to its parts [SHELL-003] [SHELL-004] [SHELL-005] [SHELL-006] [SHELL-007]',
  async (slug, zh, en) => {
    const texts = new Set<string>()
    for (const locale of offeredLocales) {
      const { contentDetails } = await pageIn(locale, slug)
      const [title, date, columns] = contentDetails
      if (locale === 'zh_CN') expect(title?.value).toBe(zh)
      if (locale === 'en_US') expect(title?.value).toBe(en)
      expect(date?.value, locale).toMatch(/\d{4}-\d{2}-\d{2}/)
      const [contents, text] = columns?.contentDetails ?? []
      const html = text?.value ?? ''
      const anchors =
        contents?.listValue.flatMap(({ properties }) => properties.filter(({ key }) => key === 'url')) ?? []
      expect(anchors.length, locale).toBeGreaterThan(2)
      for (const { value } of anchors) expect(html, locale).toContain(`<h2 id="${value.slice(1)}">`)
      expect(/\p{Script=Han}/u.test(html), locale).toBe(locale === 'zh_CN' || locale === 'ja_JP')
      texts.add(html)
    }
    expect(texts.size).toBe(offeredLocales.length)
  },
)

async function pageIn(locale: OfferedLocale, slug: string): Promise<CmsContent> {
  const { result } = await site.guest().call(askGraphql, {
    body: { query: contentQuery(2), variables: { slug, locale }, operationName: 'CmsContent' },
  })
  const content = result.data?.CmsContent
  expect(content?.locale, slug).toBe(locale)
  if (!content) throw new Error(`There is no ${slug}`)
  return content
}
