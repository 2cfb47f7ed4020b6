import { itemIdLink } from '@lantern/contract/links.ts'
import type { BranchForm, StageForm } from '@lantern/contract/paths/path-editing.ts'
import { columnsOf } from '@lantern/contract/paths/path-graph.ts'
import type {
  LearningPath,
  PathBranch,
  PathCard,
  PathItem,
  PathStage,
  PathTest,
} from '@lantern/contract/paths/paths.ts'
import { isSignedIn, type SignedIn, type Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { mayEdit, type PathRow, pathColumns, pathIsFor, pathsFrom, requirePath } from './path-rows.ts'
import { type KeptTest, type ShownItem, type WalkedPath, walkPaths } from './walked-paths.ts'

type Needs = Pick<Services, 'db' | 'clock'>

const mostListed = 60
const dayMs = 86_400_000

export async function listPaths({ db }: Needs, viewer: Viewer): Promise<{ results: PathCard[] }> {
  const { rows } = await sql<PathRow>`
    select ${pathColumns} from ${pathsFrom} where ${pathIsFor(viewer)}
    order by p.organisation_id is null, p.created_at, p.id limit ${mostListed}`.execute(db)
  return { results: (await walkPaths(db, viewer, rows)).map(cardOf) }
}

/** Paths that a person is on, the one joined last first; those that are finished come last. */
export async function listOwnPaths({ db }: Needs, viewer: SignedIn): Promise<{ results: PathCard[] }> {
  const { rows } = await sql<PathRow>`
    select ${pathColumns} from path_members m join ${pathsFrom} on p.id = m.path_id
    where m.user_id = ${viewer.id} and m.left_at is null and (${pathIsFor(viewer)})
    order by m.completed_at is not null, m.joined_at desc, p.id limit ${mostListed}`.execute(db)
  return { results: (await walkPaths(db, viewer, rows)).map(cardOf) }
}

export async function readPath({ db, clock }: Needs, viewer: Viewer, slugOrId: string): Promise<LearningPath> {
  const row = await requirePath(db, viewer, { slugOrId })
  const [walked] = await walkPaths(db, viewer, [row])
  if (!walked) throw new Error('A path that was read has no state')
  return {
    ...factsOf(walked),
    published: row.published,
    mayEdit: mayEdit(viewer, row.organisationId),
    stages: row.stages.map((stage) => stageOf(stage, walked, isSignedIn(viewer), clock.now())),
    own: ownOf(walked),
  }
}

function cardOf(walked: WalkedPath): PathCard {
  const { row, state, items } = walked
  const counted = row.stages.flatMap(({ branches }) => branches.filter(({ id }) => state.branches.get(id)?.counts))
  return {
    ...factsOf(walked),
    published: row.published,
    stages: columnsOf(row.stages).length,
    items: counted.reduce((sum, branch) => sum + branch.items.filter((id) => items.has(id)).length, 0),
    own: ownOf(walked),
  }
}

function factsOf({ row, state }: WalkedPath) {
  const { id, slug, title, description, language, organisationName, givesCertificate } = row
  return { id, slug, title, description, language, organisationName, givesCertificate, minutes: state.minutes }
}

function stageOf(stage: StageForm, walked: WalkedPath, isMember: boolean, now: Date): PathStage {
  const { row, state } = walked
  const titleOf = (id: string) =>
    row.stages
      .find((other) => other.id === id)
      ?.branches.map(({ title }) => title)
      .join(' / ') ?? ''
  return {
    id: stage.id,
    rule: stage.rule,
    after: stage.after,
    done: state.doneStages.has(stage.id),
    waitsFor: (state.waitsFor.get(stage.id) ?? []).map(titleOf),
    branches: stage.branches.map((branch) => branchOf(branch, walked, isMember, now)),
  }
}

function branchOf(branch: BranchForm, walked: WalkedPath, isMember: boolean, now: Date): PathBranch {
  const { items, state, kept } = walked
  const own = state.branches.get(branch.id)
  const done = kept.done.get(branch.id)
  return {
    id: branch.id,
    title: branch.title,
    ...(own ?? { status: 'open', counts: false, percent: 0, minutes: 0, minutesLeft: 0 }),
    // without a learner nobody is anywhere
    ...(!isMember && { status: 'open' as const }),
    doneAt: done?.doneAt.toISOString() ?? null,
    testPercent: done?.testPercent ?? null,
    items: branch.items.flatMap((id) => {
      const item = items.get(id)
      return item ? [itemOf(item, walked)] : []
    }),
    test: testOf(branch, walked, now),
  }
}

function itemOf(item: ShownItem, { progress }: WalkedPath): PathItem {
  const { id, type, title, language, learnOptionType, minutes } = item
  const own = progress.get(id)
  return {
    id,
    type,
    title,
    language,
    path: itemIdLink({ id, type, learnOptionType }),
    minutes,
    begun: own !== undefined,
    done: own?.done ?? false,
    percent: own?.percent ?? 0,
  }
}

/** The moment from which the next try may begin; null: now. */
export function nextTry(test: KeptTest | undefined, retryDays: number, now: Date): Date | null {
  if (!test?.submittedAt) return null
  const next = new Date(test.submittedAt.getTime() + retryDays * dayMs)
  return next > now ? next : null
}

function testOf({ id, test }: BranchForm, { items, kept }: WalkedPath, now: Date): PathTest | null {
  const quiz = test && items.get(test.quizId)
  if (!quiz || !test) return null
  const last = kept.tests.get(id)
  const passed = kept.done.get(id)?.testPercent ?? null
  const nextAt = passed === null ? nextTry(last, test.retryDays, now) : null
  const isBegun = last !== undefined && last.submittedAt === null
  return {
    quizId: quiz.id,
    quizPath: itemIdLink({ id: quiz.id, type: quiz.type, learnOptionType: quiz.learnOptionType }),
    questions: quiz.questions,
    minutes: quiz.timeLimit,
    passPercent: test.passPercent,
    retryDays: test.retryDays,
    status: passed !== null ? 'passed' : nextAt ? 'waiting' : isBegun ? 'begun' : 'open',
    percent: passed ?? last?.percent ?? null,
    testedAt: last?.submittedAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
  }
}

function ownOf(walked: WalkedPath): PathCard['own'] {
  const { row, state, kept, items } = walked
  const { member } = kept
  if (!member || member.leftAt) return null
  return {
    joinedAt: member.joinedAt.toISOString(),
    completedAt: member.completedAt?.toISOString() ?? null,
    percent: member.completedAt ? 100 : state.percent,
    minutesLeft: state.minutesLeft,
    next: nextOf(row, state.next, items, walked),
  }
}

function nextOf(
  { stages }: PathRow,
  next: WalkedPath['state']['next'],
  items: WalkedPath['items'],
  walked: WalkedPath,
): NonNullable<PathCard['own']>['next'] {
  const branch = stages.flatMap(({ branches }) => branches).find(({ id }) => id === next?.branchId)
  const item = next && items.get(next.itemId)
  if (!next || !branch || !item) return null
  const shown = branch.items.filter((id) => items.has(id))
  return {
    stageId: next.stageId,
    branchId: branch.id,
    branchTitle: branch.title,
    stageNumber: columnsOf(stages).findIndex((column) => column.some(({ id }) => id === next.stageId)) + 1,
    itemNumber: shown.indexOf(item.id) + 1,
    items: shown.length,
    item: itemOf(item, walked),
    thumbnailUrl: item.thumbnailUrl,
  }
}
