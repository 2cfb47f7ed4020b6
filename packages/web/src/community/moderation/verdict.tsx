import {
  type Measure,
  reportReasons,
  reportTextLength,
  restrictionDays,
} from '@lantern/contract/community/report-rules.ts'
import type { CaseFile } from '@lantern/contract/community/reports.ts'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select } from '#ui/text-field.tsx'
import { type ModerationAnswer, targetName } from './moderation-act.ts'
import styles from './moderation-page.module.css'

interface VerdictProps {
  file: CaseFile
  /** Of a form that was refused. */
  answer: ModerationAnswer | undefined
}

/** What can be decided about the case. */
export function Verdict({ file, answer }: VerdictProps) {
  const t = useMessages()
  return (
    <aside className={styles.verdict} aria-labelledby="verdict-title">
      <Panel>
        <h2 id="verdict-title">{t('community.verdict')}</h2>
        {answer?.problem && (
          <Notice tone="bad" live>
            {answer.problem}
          </Notice>
        )}
        {file.entry.status === 'open' ? <Decide file={file} answer={answer} /> : <TakeBack file={file} />}
      </Panel>
      {file.entry.status === 'open' && (
        <Panel>
          <HandOver file={file} answer={answer} />
        </Panel>
      )}
    </aside>
  )
}

function Decide({ file, answer }: VerdictProps) {
  const t = useMessages()
  const { entry, isHeld, mayHide, mayRestrict } = file
  const typed = answer?.done === false && answer.act === 'ban' ? answer.typed : null
  const [chosen, setChosen] = useState<readonly Measure[]>(typed?.measures ?? (mayHide ? ['hide'] : ['warn']))
  const [days, setDays] = useState({ mute: typed?.muteDays ?? 3, suspend: typed?.suspendDays ?? 7 })
  const sending = useNavigation().formData?.get('act')
  const offered: Measure[] = [
    ...(mayHide ? (['hide'] as const) : []),
    'warn',
    ...(mayRestrict ? (['mute', 'suspend'] as const) : []),
  ]
  const does = offered
    .filter((measure) => chosen.includes(measure))
    .map((measure) =>
      measure === 'mute' || measure === 'suspend'
        ? t(`community.for_days.${measure}`, { days: days[measure] })
        : t(`community.measure.${measure}`),
    )
  return (
    <Form method="post" className={styles.form} preventScrollReset noValidate>
      <input type="hidden" name="target" value={targetName(entry)} />
      <fieldset className={styles.measures}>
        <legend className="sr">{t('community.measures')}</legend>
        {offered.map((measure) => (
          <div key={measure}>
            <Checkbox
              name="measure"
              value={measure}
              checked={chosen.includes(measure)}
              onChange={(event) => {
                const on = event.currentTarget.checked
                setChosen(on ? [...chosen, measure] : chosen.filter((one) => one !== measure))
              }}
            >
              <strong>{t(`community.measure.${measure}`)}</strong>
              <span className="muted small">
                {' '}
                {t(`community.measure_hint.${measure === 'hide' && entry.type === 'note' ? 'hide_note' : measure}`)}
              </span>
            </Checkbox>
            {(measure === 'mute' || measure === 'suspend') && chosen.includes(measure) && (
              <SegmentedControl
                label={t(`community.measure.${measure}`)}
                name={`${measure}Days`}
                options={restrictionDays.map((count) => ({
                  value: String(count),
                  label: t('community.days', { days: count }),
                }))}
                value={String(days[measure])}
                onValue={(value) => setDays({ ...days, [measure]: Number(value) })}
              />
            )}
          </div>
        ))}
      </fieldset>
      {!mayRestrict && <p className="muted small">{t('community.no_restriction')}</p>}
      <Select name="reason" label={t('community.reason_told')} defaultValue={typed?.reason ?? entry.reason ?? 'other'}>
        {reportReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`community.reason.${reason}`)}
          </option>
        ))}
      </Select>
      <TextArea
        name="note"
        label={t('community.note_told')}
        help={t('community.note_told_help')}
        limit={reportTextLength}
        rows={3}
        defaultValue={typed?.note}
      />
      <Button type="submit" name="act" value="ban" theme="primary" wide busy={sending === 'ban'}>
        {does.length > 0 ? does.join(t('community.separator')) : t('community.no_measure')}
      </Button>
      <Button type="submit" name="act" value="ignore" wide busy={sending === 'ignore'}>
        {t(isHeld ? 'community.let_through' : 'community.ignore_reports')}
      </Button>
      <p className="muted small">{t('community.can_undo')}</p>
    </Form>
  )
}

/** Who has the case, and to whom it goes on. */
function HandOver({ file: { entry, moderators }, answer }: VerdictProps) {
  const t = useMessages()
  const sending = useNavigation().formData?.get('act')
  const typed = answer?.done === false && answer.act === 'assign' ? answer.typed : null
  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <input type="hidden" name="target" value={targetName(entry)} />
      <Select
        // after it was handed on, the field says who has it now
        key={entry.assignee?.id ?? ''}
        name="moderator"
        label={t('community.hand_over_to')}
        defaultValue={typed?.moderatorId ?? entry.assignee?.id ?? ''}
      >
        <option value="">{t('community.hand_over_nobody')}</option>
        {moderators.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextArea
        name="note"
        label={t('community.hand_over_note')}
        limit={reportTextLength}
        rows={2}
        defaultValue={typed?.note}
      />
      <Button type="submit" name="act" value="assign" wide busy={sending === 'assign'}>
        {t('community.hand_over')}
      </Button>
    </Form>
  )
}

/** A decision that stands: it can be taken back, and an appeal against it be rejected. */
function TakeBack({ file: { entry } }: Pick<VerdictProps, 'file'>) {
  const t = useMessages()
  const sending = useNavigation().formData?.get('act')
  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <input type="hidden" name="target" value={targetName(entry)} />
      <p>{t(`community.stands.${entry.status === 'banned' ? 'banned' : 'ignored'}`)}</p>
      {entry.hasAppeal && (
        <Button type="submit" name="act" value="reject" wide busy={sending === 'reject'}>
          {t('community.reject_appeal')}
        </Button>
      )}
      <TextArea name="note" label={t('community.note_told')} limit={reportTextLength} rows={2} />
      <Button type="submit" name="act" value="undo" theme="primary" wide busy={sending === 'undo'}>
        {t(entry.hasAppeal ? 'community.grant_appeal' : 'community.undo_decision')}
      </Button>
    </Form>
  )
}
