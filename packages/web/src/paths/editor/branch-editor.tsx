import { languageTag } from '@lantern/contract/locales.ts'
import type { BranchForm, findPathItems, NamedItem } from '@lantern/contract/paths/path-editing.ts'
import { useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { FindItem } from '#kit/find-item.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { OrderedItems } from '#kit/ordered-items.tsx'
import { Button } from '#ui/button.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { mostItems } from './path-draft.ts'
import styles from './path-editor.module.css'
import type { PathEditing } from './use-path-editor.ts'

interface BranchEditorProps {
  branch: BranchForm
  /** From 1. */
  number: number
  editing: PathEditing
  onChange: (change: Partial<BranchForm>, named?: readonly NamedItem[]) => void
  /** Left out: it is the only one. */
  onRemove: (() => void) | undefined
}

const firstTest = { passPercent: 80, retryDays: 7 }

/** A branch of a stage: its name, its items in their order, and the quiz by which one may skip it. */
export function BranchEditor({ branch, number, editing: { draft }, onChange, onRemove }: BranchEditorProps) {
  const t = useMessages()
  const { title, items, test } = branch
  const named = items.map((id) => draft.items[id] ?? unknownItem(id))
  const find = { organisationId: draft.organisationId }
  return (
    <fieldset className={styles.branch}>
      <legend className="sr">{title || t('paths.branch_number', { number })}</legend>
      <div className={styles.branchHead}>
        <TextField
          label={t('paths.branch_title')}
          value={title}
          maxLength={100}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
        {onRemove && (
          <Button size="s" theme="quiet" onClick={onRemove}>
            {t('paths.remove_branch')}
          </Button>
        )}
      </div>
      {items.length < mostItems && (
        <FindPathItem
          {...find}
          label={t('commerce.own_bundles.add_item')}
          taken={items}
          onTake={(item) => onChange({ items: [...items, item.id] }, [item])}
        />
      )}
      <OrderedItems
        label={t('paths.items')}
        items={named}
        keyOf={({ id }) => id}
        nameOf={(item) => item.title}
        onChange={(next) => onChange({ items: next.map(({ id }) => id) })}
      >
        {(item) => <ItemLine item={item} />}
      </OrderedItems>
      {test ? (
        <Test
          test={test}
          quiz={draft.items[test.quizId] ?? unknownItem(test.quizId)}
          onChange={(next) => onChange({ test: next })}
        />
      ) : (
        <FindPathItem
          {...find}
          label={t('paths.test')}
          quizzes
          taken={[]}
          onTake={(quiz) => onChange({ test: { ...firstTest, quizId: quiz.id } }, [quiz])}
        />
      )}
    </fieldset>
  )
}

interface TestProps {
  test: NonNullable<BranchForm['test']>
  quiz: NamedItem
  onChange: (test: BranchForm['test']) => void
}

/** The quiz by which one shows that one knows the branch already. */
function Test({ test, quiz, onChange }: TestProps) {
  const t = useMessages()
  const locale = languageTag(useLocale())
  return (
    <div className={styles.test}>
      <p className={styles.label}>{t('paths.test')}</p>
      <p lang={quiz.language || undefined}>{quiz.title}</p>
      <div className={styles.numbers}>
        <NumberField
          locale={locale}
          label={t('paths.pass_percent')}
          value={test.passPercent}
          onValue={(value) => onChange({ ...test, passPercent: Math.min(100, Math.max(1, value ?? 1)) })}
        />
        <NumberField
          locale={locale}
          label={t('paths.retry_days')}
          value={test.retryDays}
          onValue={(value) => onChange({ ...test, retryDays: Math.min(365, Math.max(0, value ?? 0)) })}
        />
      </div>
      <Button size="s" theme="quiet" onClick={() => onChange(null)}>
        {t('paths.remove_test')}
      </Button>
    </div>
  )
}

interface FindPathItemProps {
  label: string
  organisationId: string | null
  quizzes?: boolean
  taken: readonly string[]
  onTake: (item: NamedItem) => void
}

function FindPathItem({ label, organisationId, quizzes = false, taken, onTake }: FindPathItemProps) {
  return (
    <FindItem<NamedItem>
      // what was found for one organisation is not offered to another
      key={organisationId}
      label={label}
      find={async (words) => {
        const query = { q: words, ...(organisationId && { organisationId }), ...(quizzes && { quizzes }) }
        return (await call<typeof findPathItems>('GET /api/learn/cn/path/items', { query })).results
      }}
      taken={taken}
      onTake={onTake}
    >
      {(item) => <ItemLine item={item} />}
    </FindItem>
  )
}

function ItemLine({ item: { type, title, language } }: { item: NamedItem }) {
  const words = useItemWords()
  return (
    <span className={styles.itemLine}>
      <span className="clip-2" lang={language || undefined}>
        {title}
      </span>
      {language && <span className="tiny muted">{words.type(type)}</span>}
    </span>
  )
}

/** What the editor cannot see any more keeps its place, under its id. */
function unknownItem(id: string): NamedItem {
  return { id, type: 'tutorial', title: id, language: '' }
}
