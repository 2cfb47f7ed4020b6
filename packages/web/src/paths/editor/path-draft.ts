import type { BranchForm, EditedPath, NamedItem, PathForm, StageForm } from '@lantern/contract/paths/path-editing.ts'

/** A path as it stands in its editor. */
export interface PathDraft {
  /** Version of the path that it is an edit of; of a new one 0. */
  version: number
  organisationId: string | null
  form: PathForm
  /** Names of the items and quizzes in the form, by id. */
  items: Record<string, NamedItem>
}

export const mostStages = 20
export const mostBranches = 6
export const mostItems = 60

export function emptyDraft(organisationId: string | null, language: string): PathDraft {
  const form = { slug: '', title: '', description: '', language, givesCertificate: false, published: false }
  return { version: 0, organisationId, form: { ...form, stages: [emptyStage([])] }, items: {} }
}

export function draftOf({ version, organisationId, form, items }: EditedPath): PathDraft {
  return { version, organisationId, form, items }
}

function emptyStage(after: string[]): StageForm {
  return { id: newPartId(), rule: 'all', after, branches: [emptyBranch()] }
}

export function emptyBranch(): BranchForm {
  return { id: newPartId(), title: '', items: [], test: null }
}

/** What is kept of learners refers to parts by their ids: they are never given twice. */
function newPartId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A stage more, behind the last one. */
export function withStage(stages: readonly StageForm[]): StageForm[] {
  const last = stages.at(-1)
  return [...stages, emptyStage(last ? [last.id] : [])]
}

/**
 * The stages in another order, or without some of them. Where each came after the one above it, each does so afterwards too;
 * else what comes after what stays, and what came after a stage that is gone comes after what that came after.
 */
export function reordered(before: readonly StageForm[], after: readonly StageForm[]): StageForm[] {
  if (isChain(before))
    return after.map((stage, at) => ({ ...stage, after: after[at - 1] ? [after[at - 1]?.id ?? ''] : [] }))
  const left = new Set(after.map(({ id }) => id))
  const needed = (ids: readonly string[], seen: readonly string[]): string[] =>
    ids.flatMap((id) => {
      if (left.has(id)) return [id]
      // a circle may stand in the editor that is not saved yet
      if (seen.includes(id)) return []
      return needed(before.find((stage) => stage.id === id)?.after ?? [], [...seen, id])
    })
  return after.map((stage) => ({
    ...stage,
    after: [...new Set(needed(stage.after, []))].filter((id) => id !== stage.id),
  }))
}

function isChain(stages: readonly StageForm[]): boolean {
  return stages.every(({ after }, at) => (at === 0 ? after.length === 0 : after.join() === stages[at - 1]?.id))
}

/** What was on the path that learners have begun, and is on it no more; the most begun first. */
export function takenOut(before: PathForm, after: PathForm, begun: Readonly<Record<string, number>>): string[] {
  const left = new Set(itemsOf(after))
  return [...new Set(itemsOf(before))]
    .filter((id) => !left.has(id) && (begun[id] ?? 0) > 0)
    .sort((one, other) => (begun[other] ?? 0) - (begun[one] ?? 0))
}

function itemsOf({ stages }: PathForm): string[] {
  return stages.flatMap(({ branches }) => branches.flatMap(({ items }) => items))
}

/** A draft that was kept on the device; null where it cannot be read, as one of an older version of this page. */
export function readDraft(text: string): PathDraft | null {
  try {
    const { version, form, items, organisationId } = JSON.parse(text) as Partial<PathDraft>
    if (typeof version !== 'number' || typeof form?.title !== 'string' || !Array.isArray(form.stages)) return null
    return { version, form, items: items ?? {}, organisationId: organisationId ?? null }
  } catch {
    return null
  }
}
