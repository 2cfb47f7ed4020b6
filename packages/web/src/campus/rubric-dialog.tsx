import type { Assignment, ClassPage } from '@lantern/contract/campus/assignments.ts'
import { bestOf, mostCriteria, mostLevels, mostPoints, rubricFault } from '@lantern/contract/campus/rubric-rules.ts'
import type { saveRubric } from '@lantern/contract/campus/rubrics.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './rubric.module.css'

interface TypedLevel {
  points: number | null
  text: string
}
interface TypedCriterion {
  name: string
  levels: TypedLevel[]
}

interface RubricDialogProps {
  shown: ClassPage
  assignment: Assignment
  onClose: () => void
}

/** What an assignment is marked by: criteria with levels. */
export function RubricDialog({ shown, assignment, onClose }: RubricDialogProps) {
  const t = useMessages()
  const locale = languageTag(useLocale())
  const [began] = useState(assignment.rubric)
  const [criteria, setCriteria] = useState<TypedCriterion[]>(() => typed(assignment.rubric) ?? [blank(mostPoints)])
  const [fault, setFault] = useState<{ field: string; text: string } | null>(null)
  const change = useChange()
  const others = shown.assignments.filter(({ id, rubric }) => id !== assignment.id && rubric)
  const set = (next: TypedCriterion[]) => {
    setFault(null)
    change.forget()
    setCriteria(next)
  }
  const setOne = (at: number, next: Partial<TypedCriterion>) => set(criteria.with(at, { ...criteriaAt(at), ...next }))
  const criteriaAt = (at: number) => criteria[at] ?? blank(0)
  const problemOf = (field: string) => (fault?.field === field ? fault.text : change.problemOf(field))
  const known = criteria.map(({ name, levels }) => ({
    name,
    levels: levels.map(({ points, text }) => ({ points: points ?? 0, text })),
  }))
  const save = async () => {
    const wrong = rubricFault(known)
    if (wrong) return setFault({ field: wrong.field, text: t(faultTexts[wrong.message] ?? 'campus.rubric_sum') })
    const params = { classId: shown.id, assignmentId: assignment.id }
    const done = await change.send(
      () =>
        call<typeof saveRubric>('POST /api/campus/class/:classId/assignment/:assignmentId/rubric', {
          params,
          body: { criteria: known, ...change.before(began ?? []) },
        }),
      t('campus.rubric_saved'),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title={t('campus.rubric_of', { title: assignment.title })}
      submitLabel={t('campus.save')}
      cancelLabel={t('campus.cancel')}
      busy={change.busy}
      problem={problemOf('criteria') ?? change.problemBeside('criteria')}
      onSubmit={() => void save()}
      onClose={onClose}
      firstAct={<span className="small muted num">{t('campus.rubric_total', { points: bestOf(known) })}</span>}
    >
      {others.length > 0 && (
        <Select
          label={t('campus.rubric_copy')}
          value=""
          onChange={({ currentTarget }) => {
            const copied = typed(others.find(({ id }) => id === currentTarget.value)?.rubric ?? null)
            if (copied) set(copied)
          }}
        >
          <option value="">{t('campus.rubric_copy_none')}</option>
          {others.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
      {criteria.map(({ name, levels }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no names of their own while they are typed
        <fieldset key={at} className={styles.criterion}>
          <legend className="sr">{t('campus.rubric_criterion_n', { n: at + 1 })}</legend>
          <TextField
            label={t('campus.rubric_criterion_n', { n: at + 1 })}
            maxLength={100}
            value={name}
            error={problemOf(`criteria.${at}.name`)}
            onChange={({ currentTarget }) => setOne(at, { name: currentTarget.value })}
          />
          {levels.map((level, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no names of their own
            <div key={place} className={styles.level}>
              <NumberField
                locale={locale}
                label={t('campus.mark_points')}
                value={level.points}
                error={problemOf(`criteria.${at}.levels.${place}.points`)}
                onValue={(points) => setOne(at, { levels: levels.with(place, { ...level, points }) })}
              />
              <TextField
                label={t('campus.rubric_level_n', { n: place + 1 })}
                maxLength={300}
                value={level.text}
                onChange={({ currentTarget }) =>
                  setOne(at, { levels: levels.with(place, { ...level, text: currentTarget.value }) })
                }
              />
            </div>
          ))}
          <div className="row">
            {levels.length < mostLevels && (
              <Button size="s" onClick={() => setOne(at, { levels: [...levels, { points: 0, text: '' }] })}>
                {t('campus.rubric_add_level')}
              </Button>
            )}
            {levels.length > 2 && (
              <Button size="s" theme="quiet" onClick={() => setOne(at, { levels: levels.slice(0, -1) })}>
                {t('campus.rubric_remove_level')}
              </Button>
            )}
            <Button size="s" theme="quiet" onClick={() => set(criteria.toSpliced(at, 1))}>
              {t('campus.rubric_remove_criterion', { n: at + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      {criteria.length === 0 && <p className="muted">{t('campus.rubric_none')}</p>}
      {criteria.length < mostCriteria && (
        <Button
          icon={<PlusIcon className="icon-s" />}
          onClick={() => set([...criteria, blank(Math.max(0, mostPoints - bestOf(known)))])}
        >
          {t('campus.rubric_add')}
        </Button>
      )}
    </FormDialog>
  )
}

const faultTexts: Record<string, 'campus.rubric_no_name' | 'campus.rubric_order' | 'campus.rubric_sum'> = {
  'campus.rubric_no_name': 'campus.rubric_no_name',
  'campus.rubric_order': 'campus.rubric_order',
  'campus.rubric_sum': 'campus.rubric_sum',
}

function blank(points: number): TypedCriterion {
  const part = Math.round(points * 0.6)
  return {
    name: '',
    levels: [points, part, 0].map((one) => ({ points: one, text: '' })),
  }
}

function typed(rubric: Assignment['rubric']): TypedCriterion[] | null {
  return rubric?.map(({ name, levels }) => ({ name, levels: levels.map((level) => ({ ...level })) })) ?? null
}
