import type { SectionForm } from '@lantern/contract/authoring/forms.ts'
import { memo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { EllipsisIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { IndexRow } from '#ui/reorder/index-row.tsx'

type StepRowProps = {
  section: SectionForm
  language: string
  index: number
  total: number
  isCurrent: boolean
  isUnfolded: boolean
  fault: string | undefined
  onOpen: (id: string) => void
  onMove: (from: number, to: number) => void
  onToggle: (id: string) => void
  onChange: (id: string, fields: Partial<SectionForm>) => void
  onDelete: (id: string) => void
}

/** One step of the outline. Drawn anew only when something of itself has changed. */
export const StepRow = memo(function StepRow(props: StepRowProps) {
  const {
    section,
    language,
    index,
    total,
    isCurrent,
    isUnfolded,
    fault,
    onOpen,
    onMove,
    onToggle,
    onChange,
    onDelete,
  } = props
  const t = useMessages()
  const number = index + 1
  const { id, type, optionType } = section
  return (
    <IndexRow
      index={index}
      gripLabel={t('authoring.move_step', { number })}
      isCurrent={isCurrent}
      isUnfolded={isUnfolded}
      title={
        <span className="clip-1" lang={section.title ? language : undefined}>
          {section.title || t('authoring.untitled_step')}
        </span>
      }
      more={
        <>
          {t(`authoring.step_${type}`)}
          {optionType === 'optional' && <span>{t('authoring.step_optional')}</span>}
        </>
      }
      fault={fault}
      onOpen={() => onOpen(id)}
    >
      <Menu
        label={t('authoring.step_more', { number })}
        trigger={(trigger) => (
          <IconButton {...trigger} theme="bare" label={t('authoring.step_more', { number })} icon={<EllipsisIcon />} />
        )}
      >
        <MenuItem onSelect={() => onToggle(id)}>{t(isUnfolded ? 'authoring.fold' : 'authoring.unfold')}</MenuItem>
        <MenuItem onSelect={() => onChange(id, { optionType: optionType === 'optional' ? 'required' : 'optional' })}>
          {t(optionType === 'optional' ? 'authoring.make_required' : 'authoring.make_optional')}
        </MenuItem>
        <MenuItem disabled={index === 0} onSelect={() => onMove(index, index - 1)}>
          {t('authoring.move_up')}
        </MenuItem>
        <MenuItem disabled={number === total} onSelect={() => onMove(index, number)}>
          {t('authoring.move_down')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="bad" onSelect={() => onDelete(id)}>
          {t('authoring.delete')}
        </MenuItem>
      </Menu>
    </IndexRow>
  )
})
