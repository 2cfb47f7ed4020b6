import { isDone, type WaiveReason, waiveReasons } from '@lantern/contract/courseware/package-rules.ts'
import type { LearnerUnits as Learner, PackageUnit, waiveUnit } from '@lantern/contract/courseware/packages.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './courseware.module.css'
import { UnitList } from './unit-list.tsx'
import { waiveReasonTexts } from './unit-texts.ts'

interface LearnerUnitsProps {
  packageId: string
  classId: string
  learner: Learner
}

/** For a teacher: how far one learner is with each unit, and which of them the learner need not do. */
export function LearnerUnits({ packageId, classId, learner }: LearnerUnitsProps) {
  const t = useMessages()
  const [chosen, setChosen] = useState<PackageUnit | null>(null)
  return (
    <section className={styles.part} aria-labelledby="learner-units">
      <h2 id="learner-units">{t('courseware.units_of', { name: learner.name })}</h2>
      <UnitList
        units={learner.units}
        actOf={(unit) =>
          !isDone(unit.state) && (
            <Button
              size="s"
              aria-label={t('courseware.act_of', { act: t('courseware.waive'), title: unit.title })}
              onClick={() => setChosen(unit)}
            >
              {t('courseware.waive')}
            </Button>
          )
        }
      />
      {chosen && <WaiveDialog {...{ packageId, classId, learner }} unit={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

function WaiveDialog({
  packageId,
  classId,
  learner: { userId, name },
  unit: { id: unitId, title },
  onClose,
}: LearnerUnitsProps & { unit: PackageUnit; onClose: () => void }) {
  const t = useMessages()
  const change = useChange()
  const [reason, setReason] = useState<WaiveReason>('tested_out')
  const waive = async () => {
    const isSent = await change.send(
      () =>
        call<typeof waiveUnit>('POST /api/campus/package/:id/waive', {
          params: { id: packageId },
          body: { classId, userId, unitId, reason },
        }),
      t('courseware.waived_for', { name, title }),
    )
    if (isSent) onClose()
  }
  return (
    <FormDialog
      title={t('courseware.waive_question', { name, title })}
      submitLabel={t('courseware.waive')}
      cancelLabel={t('courseware.cancel')}
      busy={change.busy}
      problem={change.problemBeside()}
      onSubmit={() => void waive()}
      onClose={onClose}
    >
      <p>{t('courseware.waive_text')}</p>
      <Select
        label={t('courseware.waive_reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as WaiveReason)}
      >
        {waiveReasons.map((one) => (
          <option key={one} value={one}>
            {t(waiveReasonTexts[one])}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
