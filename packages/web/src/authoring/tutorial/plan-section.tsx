import { type ReactNode, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { PanelSection } from '../editor-shell/panel-grid.tsx'

type PlanSectionProps = {
  title: string
  /** What it is for, said as long as there is none. */
  lead: string
  addLabel: string
  removeLabel: string
  /** Asked before it is taken away. */
  removeTitle: string
  onAdd: () => void
  onRemove: () => void
  /** The fields of the plan; null as long as there is none. */
  children: ReactNode
}

/** Something that a tutorial may have beside its steps: added as a whole and taken away as a whole. */
export function PlanSection(props: PlanSectionProps) {
  const { title, lead, addLabel, removeLabel, removeTitle, onAdd, onRemove, children } = props
  const t = useMessages()
  const [asks, setAsks] = useState(false)
  if (children === null) {
    return (
      <PanelSection title={title} lead={lead}>
        <Button icon={<PlusIcon className="icon-s" />} onClick={onAdd}>
          {addLabel}
        </Button>
      </PanelSection>
    )
  }
  return (
    <PanelSection
      title={title}
      end={
        <Button size="s" theme="quiet" onClick={() => setAsks(true)}>
          {removeLabel}
        </Button>
      }
    >
      {children}
      <ConfirmDialog
        open={asks}
        theme="delete"
        title={removeTitle}
        confirmLabel={t('authoring.remove')}
        cancelLabel={t('documents.cancel')}
        closeLabel={t('kit.close')}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false)
          onRemove()
        }}
      >
        <p>{t('authoring.remove_plan_text')}</p>
      </ConfirmDialog>
    </PanelSection>
  )
}
