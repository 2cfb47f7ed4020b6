import type { readAudience, saveAudience } from '@lantern/contract/authoring/audiences.ts'
import type { ItemAudience } from '@lantern/contract/catalog/audiences.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './audience-dialog.module.css'

type Found = ResponseOf<typeof readAudience>

/** Whom an organisation's item is for: its members, a class, or everybody. It changes at once, published or not. */
export function AudienceDialog({ itemId: id, onClose }: { itemId: string; onClose: () => void }) {
  const t = useMessages()
  const form = useId()
  const [found, setFound] = useState<Found | null>(null)
  const [wanted, setWanted] = useState<ItemAudience | null>(null)
  const change = useChange()
  useEffect(() => {
    let dropped = false
    call<typeof readAudience>('GET /api/learn/creator/draft/:id/audience', { params: { id } }).then(
      (answer) => {
        if (dropped) return
        setFound(answer)
        setWanted(answer.audience)
      },
      (error) => {
        if (dropped) return
        toastFailure(error, t)
        onClose()
      },
    )
    return () => {
      dropped = true
    }
  }, [id, t, onClose])
  if (!found || !wanted) return null

  const { organisation, classes, mayChange } = found
  const choose = (next: Partial<ItemAudience>) => {
    change.forget()
    setWanted({ ...wanted, ...next })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...wanted, ...change.before(found.audience) }
    const isSaved = await change.send(
      () => call<typeof saveAudience>('POST /api/learn/creator/draft/:id/audience', { params: { id }, body }),
      t('authoring.audience_saved'),
    )
    if (isSaved) onClose()
  }
  const problem = change.problemBeside('classId')
  return (
    <Dialog
      open
      title={t('authoring.audience_title')}
      closeLabel={t('kit.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          {mayChange && (
            <Button type="submit" form={form} theme="primary" busy={change.busy}>
              {t('authoring.save')}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={save}>
        <SegmentedControl<ItemAudience['audience']>
          label={t('authoring.audience_title')}
          value={wanted.audience}
          onValue={(audience) => choose({ audience, ...(audience !== 'class' && { classId: null }) })}
          options={(['members', 'class', 'everybody'] as const).map((value) => ({
            value,
            label: t(`authoring.audience_${value}`),
            disabled: !mayChange,
          }))}
        />
        <p className="small muted">{t(`authoring.audience_${wanted.audience}_text`, { name: organisation.name })}</p>
        {wanted.audience === 'class' &&
          (classes.length > 0 ? (
            <Select
              required
              label={t('authoring.audience_which_class')}
              value={wanted.classId ?? ''}
              disabled={!mayChange}
              error={change.problemOf('classId')}
              onChange={({ currentTarget }) => choose({ classId: currentTarget.value || null })}
            >
              <option value="">{t('authoring.audience_choose_class')}</option>
              {classes.map(({ id: classId, name }) => (
                <option key={classId} value={classId}>
                  {name}
                </option>
              ))}
            </Select>
          ) : (
            <Notice>{t('authoring.audience_no_class', { name: organisation.name })}</Notice>
          ))}
        {wanted.audience === 'everybody' && (
          <Checkbox
            checked={wanted.inPublicSearch}
            disabled={!mayChange}
            onChange={({ currentTarget }) => choose({ inPublicSearch: currentTarget.checked })}
          >
            {t('authoring.audience_in_search')}
          </Checkbox>
        )}
        {!mayChange && <p className="small muted">{t('authoring.audience_not_yours')}</p>}
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
