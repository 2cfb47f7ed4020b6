import { everybody } from '@lantern/contract/catalog/access.ts'
import type { BodyOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import { pathChanged } from '@lantern/contract/paths/events.ts'
import type {
  EditedPath,
  findPathItems as findEndpoint,
  listEditedPaths,
  NamedItem,
  PathForm,
  savePath as saveEndpoint,
} from '@lantern/contract/paths/path-editing.ts'
import { findCycle } from '@lantern/contract/paths/path-graph.ts'
import { mayEditPath } from '@lantern/contract/paths/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { foundBy, shownTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { likeText } from '#kit/like-text.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { itemIdsOf, type PathRow, pathColumns, pathsFrom } from './path-rows.ts'

const mostFound = 20
const itemTypes = ['tutorial', 'project', 'course', 'quiz']

/** The site where the viewer looks after its paths, and organisations in which they teach. */
async function placesOf(db: Db, viewer: SignedIn) {
  const ids = viewer.memberships.filter((one) => one.role !== 'learner').map(({ organisationId }) => organisationId)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisations where id = any(${ids}::text[]) order by name, id`.execute(db)
  const site: { id: string | null; name: string | null }[] = mayEditPath(viewer, null) ? [{ id: null, name: null }] : []
  return [...site, ...rows]
}

export async function readEditedPaths(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
): Promise<ResponseOf<typeof listEditedPaths>> {
  const places = await placesOf(db, viewer)
  const organisations = places.flatMap(({ id }) => id ?? [])
  const ofSite = places.some(({ id }) => id === null)
  const { rows } = await sql<ResponseOf<typeof listEditedPaths>['results'][number]>`
    select p.id, p.slug, p.title, p.language, p.published, o.name as "organisationName",
      count(m.user_id)::integer as learners, count(m.completed_at)::integer as completed
    from ${pathsFrom} left join path_members m on m.path_id = p.id and m.left_at is null
    where p.organisation_id = any(${organisations}::text[]) or ${ofSite} and p.organisation_id is null
    group by p.id, o.name order by p.updated_at desc, p.id limit 200`.execute(db)
  return { results: rows, places }
}

export async function readEditedPath({ db }: Pick<Services, 'db'>, viewer: SignedIn, id: string): Promise<EditedPath> {
  const row = await requireEdited(db, viewer, id)
  const { version, organisationId, slug, title, description, language, givesCertificate, published, stages } = row
  return {
    id,
    version,
    organisationId,
    form: { slug, title, description, language, givesCertificate, published, stages },
    items: Object.fromEntries((await namedItems(db, viewer, namedIn(stages))).map((item) => [item.id, item])),
    begun: await begunOn(db, id),
  }
}

/** How many of those who are on the path now have begun which of its items. */
async function begunOn(db: Db, pathId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; learners: number }>`
    select x.item_id as id, count(*)::integer as learners
    from path_items x join path_members m on m.path_id = x.path_id and m.left_at is null
      join learner_progress p on p.user_id = m.user_id and p.item_id = x.item_id
    where x.path_id = ${pathId} group by x.item_id`.execute(db)
  return Object.fromEntries(rows.map(({ id, learners }) => [id, learners]))
}

export async function findPathItems(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { q = '', organisationId, quizzes = false }: QueryOf<typeof findEndpoint>,
): Promise<{ results: NamedItem[] }> {
  const owner = organisationId ?? null
  if (!mayEditPath(viewer, owner)) return { results: [] }
  const wanted = `%${likeText(q.trim())}%`
  const { rows } = await sql<NamedItem>`
    select i.id, i.type, i.title, i.language from items i
    where i.type = any(${quizzes ? ['quiz'] : itemTypes}::text[]) and ${foundBy(viewer)}
      and i.audience = any(${audiencesOf(owner)}::text[]) and i.title ilike ${wanted}
    order by i.organisation_id is null, i.published_at desc, i.id limit ${mostFound}`.execute(db)
  return { results: rows }
}

/** Everybody on the path has to be able to see what it leads through. */
function audiencesOf(organisationId: string | null): string[] {
  return organisationId === null ? [everybody] : [everybody, organisationId]
}

export async function savePath(
  { db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>,
  viewer: SignedIn,
  { id, version, organisationId, form }: BodyOf<typeof saveEndpoint>,
): Promise<{ id: string; version: number }> {
  const now = clock.now()
  const edited = id === null ? null : await requireEdited(db, viewer, id)
  const owner = edited ? edited.organisationId : organisationId
  if (!mayEditPath(viewer, owner)) throw refuse('forbidden')
  await requireSound(db, viewer, owner, form)
  return inTransaction(db, async (trx) => {
    const saved = await write(trx, { id: id ?? newId('path', now.getTime()), version, owner, form, now })
    await trx.deleteFrom('path_items').where('path_id', '=', saved.id).execute()
    await sql`
      insert into path_items (path_id, item_id)
      select ${saved.id}, id from unnest(${itemIdsOf(form.stages)}::text[]) as given (id)`.execute(trx)
    await events.emit(trx, pathChanged, { pathId: saved.id })
    return saved
  })
}

interface Written {
  id: string
  version: number
  owner: string | null
  form: PathForm
  now: Date
}

async function write(trx: Trx, { id, version, owner, form, now }: Written): Promise<{ id: string; version: number }> {
  const taken = await trx.selectFrom('paths').select('id').where('slug', '=', form.slug).where('id', '<>', id).execute()
  if (taken.length > 0) throw refused('slug', 'paths.slug_taken')
  const { title, description, language, slug, givesCertificate, published } = form
  const stages = JSON.stringify(form.stages)
  const { rows } = await sql<{ id: string; version: number }>`
    insert into paths as p (id, slug, organisation_id, language, title, description, stages, gives_certificate, published,
      created_at, updated_at)
    values (${id}, ${slug}, ${owner}, ${language}, ${title.trim()}, ${description.trim()}, ${stages}::jsonb,
      ${givesCertificate}, ${published}, ${now}, ${now})
    on conflict (id) do update set slug = excluded.slug, language = excluded.language, title = excluded.title,
      description = excluded.description, stages = excluded.stages, gives_certificate = excluded.gives_certificate,
      published = excluded.published, version = p.version + 1, updated_at = excluded.updated_at
      where p.version = ${version}
    returning p.id, p.version`.execute(trx)
  // somebody else saved since
  if (!rows[0]) throw refuse('conflict')
  return rows[0]
}

/** Ids are each there once, what is named is to be seen by all on the path, and no stage waits for itself. */
async function requireSound(db: Db, viewer: SignedIn, owner: string | null, form: PathForm): Promise<void> {
  const { stages } = form
  const branches = stages.flatMap((stage) => stage.branches)
  const stageIds = stages.map(({ id }) => id)
  const branchIds = branches.map(({ id }) => id)
  const isTwice = (ids: string[]) => new Set(ids).size < ids.length
  const isLoose = stages.some(({ after }) => after.some((id) => !stageIds.includes(id)))
  if (isTwice(stageIds) || isTwice(branchIds) || isLoose) throw refused('stages', 'paths.parts_unclear')
  const cycle = findCycle(stages)
  if (cycle) {
    const titleOf = (id: string) => stages.find((stage) => stage.id === id)?.branches[0]?.title ?? id
    const titles = [...cycle, cycle[0] ?? ''].map(titleOf).join(' → ')
    throw refuse('bad_request', { details: [{ field: 'stages', message: 'paths.cycle', values: { titles } }] })
  }
  if (form.published && !branches.some(({ items }) => items.length > 0)) throw refused('stages', 'paths.nothing_in_it')
  const known = new Map((await namedItems(db, viewer, namedIn(stages))).map((item) => [item.id, item]))
  for (const { items, test } of branches) {
    const unseen = items.some((id) => !isFor(known.get(id), owner))
    const isNoQuiz = test !== null && (!isFor(known.get(test.quizId), owner) || known.get(test.quizId)?.type !== 'quiz')
    if (unseen || isNoQuiz) throw refused('stages', 'paths.item_not_for_all')
  }
}

function isFor(item: (NamedItem & { audience: string }) | undefined, owner: string | null): boolean {
  return item !== undefined && audiencesOf(owner).includes(item.audience)
}

function namedIn(stages: PathForm['stages']): string[] {
  const quizzes = stages.flatMap((stage) => stage.branches.flatMap(({ test }) => test?.quizId ?? []))
  return [...itemIdsOf(stages), ...quizzes]
}

async function namedItems(db: Db, viewer: SignedIn, ids: readonly string[]) {
  const { rows } = await sql<NamedItem & { audience: string }>`
    select i.id, i.type, i.title, i.language, i.audience from items i
    where i.id = any(${ids}::text[]) and i.type = any(${itemTypes}::text[]) and ${shownTo(viewer)}`.execute(db)
  return rows
}

async function requireEdited(db: Db, viewer: SignedIn, id: string): Promise<PathRow> {
  const { rows } = await sql<PathRow>`select ${pathColumns} from ${pathsFrom} where p.id = ${id}`.execute(db)
  const [row] = rows
  if (!row || !mayEditPath(viewer, row.organisationId)) throw refuse('not_found')
  return row
}

function refused(field: string, message: string) {
  return refuse('bad_request', { details: [{ field, message }] })
}
