import type { EditedPath, PathForm } from '@lantern/contract/paths/path-editing.ts'
import { useState } from 'react'
import { CompareDialog } from '#kit/documents/compare-dialog.tsx'
import { type Difference, differencesOf, mergeForms } from '#kit/documents/differences.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { PathEditing } from './use-path-editor.ts'

/** What became of the text since it was typed, and why it was not saved. */
export function PathNotices({ editing, own }: { editing: PathEditing; own: EditedPath | null }) {
  const t = useMessages()
  const { isRestored, isBehind, discard, problem, hasProblems } = editing
  return (
    <>
      {isBehind && own && <Behind editing={editing} own={own} />}
      {isRestored && !isBehind && (
        <Notice
          live
          actions={
            <Button size="s" theme="quiet" onClick={discard}>
              {t('commerce.own_bundles.discard')}
            </Button>
          }
        >
          {t('commerce.own_bundles.restored')}
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {hasProblems && (
        <Notice tone="bad" live>
          {t('commerce.own_bundles.refused')}
        </Notice>
      )}
    </>
  )
}

/** Somebody else saved: both texts are complete, and neither changes before the author chooses. */
function Behind({ editing, own }: { editing: PathEditing; own: EditedPath }) {
  const t = useMessages()
  const [compares, setCompares] = useState(false)
  const { draft, base, merge, discard } = editing
  const [mine, theirs] = [draft.form, own.form]
  const items = { ...own.items, ...draft.items }
  return (
    <>
      <Notice
        tone="warn"
        live
        actions={
          <>
            <Button size="s" theme="primary" onClick={() => setCompares(true)}>
              {t('documents.compare')}
            </Button>
            <Button size="s" theme="quiet" onClick={discard}>
              {t('commerce.own_bundles.behind_take')}
            </Button>
          </>
        }
      >
        {t('paths.behind')}
      </Notice>
      {compares && (
        <CompareDialog
          differences={differencesOf({ mine, theirs, base: base?.form })}
          labelOf={(difference) => labelOf(difference, [mine, theirs], t)}
          textOf={(value, difference) => textOf(value, difference, { forms: [mine, theirs], items, t })}
          theirName={t('documents.somebody')}
          onSave={(choices) => merge(mergeForms(mine, theirs, choices))}
          onClose={() => setCompares(false)}
        />
      )}
    </>
  )
}

type Translate = ReturnType<typeof useMessages>

const fieldNames = {
  title: 'paths.title',
  description: 'commerce.own_bundles.description',
  slug: 'commerce.own_bundles.slug',
  language: 'commerce.own_bundles.language',
  givesCertificate: 'authoring.field_givesCertificate',
  published: 'paths.publish',
  rule: 'paths.rule',
  after: 'paths.after',
  items: 'paths.items',
  test: 'paths.test',
  order: 'paths.order',
} as const

/** The stage and the branch by their names, then the field: “Stage 2 · Rendering · Items”. */
function labelOf({ path }: Difference, forms: readonly PathForm[], t: Translate): string {
  const words: string[] = []
  for (const [at, name] of path.entries()) {
    const list = path[at - 1]
    if (list === 'stages' && name !== 'order') words.push(stageWord(name, forms, t))
    else if (list === 'branches' && name !== 'order') words.push(branchTitle(name, forms))
    else if (name in fieldNames) words.push(t(fieldNames[name as keyof typeof fieldNames]))
  }
  return words.filter(Boolean).join(' · ')
}

function stageWord(id: string, forms: readonly PathForm[], t: Translate): string {
  for (const { stages } of forms) {
    const at = stages.findIndex((stage) => stage.id === id)
    if (at >= 0) return t('paths.stage_number', { number: at + 1 })
  }
  return ''
}

function branchTitle(id: string, forms: readonly PathForm[]): string {
  const branches = forms.flatMap(({ stages }) => stages.flatMap((stage) => stage.branches))
  return branches.find((branch) => branch.id === id)?.title ?? ''
}

interface Around {
  forms: readonly PathForm[]
  items: EditedPath['items']
  t: Translate
}

/** Names in the place of ids, one thing a line. */
function textOf(value: unknown, difference: Difference, around: Around): string {
  const { forms, items, t } = around
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'authoring.yes' : 'authoring.no')
  if (Array.isArray(value)) return value.map((one) => textOf(one, difference, around)).join('\n')
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([name]) => name !== 'id' && name !== 'after' && name !== 'rule')
      .map(([, inner]) => textOf(inner, difference, around))
      .filter(Boolean)
      .join('\n')
  }
  const word = String(value)
  if (difference.path.at(-1) === 'rule') return t(word === 'one' ? 'paths.rule_one' : 'paths.rule_all')
  return items[word]?.title ?? (branchTitle(word, forms) || stageWord(word, forms, t) || word)
}
