import type { SectionForm } from '@lantern/contract/authoring/forms.ts'
import { memo, useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ChevronUpIcon, PencilIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { spokenText } from '../editor-shell/plain-text.ts'
import styles from './step-editor.module.css'

type StepPreviewProps = {
  section: SectionForm
  number: number
  onOpen: (id: string) => void
  onFold: (id: string) => void
}

/** A step that is unfolded and not worked on: its words, without an editor. */
export const StepPreview = memo(function StepPreview({ section, number, onOpen, onFold }: StepPreviewProps) {
  const t = useMessages()
  const words = useMemo(() => spokenText(section.body), [section.body])
  return (
    <Panel
      as="section"
      padded={false}
      className={`${styles.step} ${styles.preview}`}
      aria-label={t('authoring.step_number', { number })}
    >
      <div className={styles.inside}>
        <h3>{section.title || t('authoring.untitled_step')}</h3>
        <div className={styles.count}>
          <span>
            {t('authoring.step_number', { number })} · {t(`authoring.step_${section.type}`)}
          </span>
          <Button size="s" theme="quiet" icon={<PencilIcon className="icon-s" />} onClick={() => onOpen(section.id)}>
            {t('authoring.edit_step')}
          </Button>
          <Button size="s" theme="quiet" icon={<ChevronUpIcon className="icon-s" />} onClick={() => onFold(section.id)}>
            {t('authoring.fold')}
          </Button>
        </div>
      </div>
      <div className={styles.previewText}>
        <p className={styles.words}>{words}</p>
      </div>
    </Panel>
  )
})
