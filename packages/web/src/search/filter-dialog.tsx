import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './filter-bar.module.css'

interface FilterDialogProps {
  /** The fields of the form. */
  children: ReactNode
  onApply: (form: HTMLFormElement) => void
  onClose: () => void
}

/** The filters as a phone shows them: taken together, by one button. */
export function FilterDialog({ children, onApply, onClose }: FilterDialogProps) {
  const t = useMessages()
  return (
    <Dialog open onClose={onClose} title={t('search.filters')} closeLabel={t('kit.close')}>
      <form
        className={styles.sheet}
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          onApply(event.currentTarget)
          onClose()
        }}
      >
        {children}
        <Button type="submit" theme="primary" size="l" wide>
          {t('search.apply')}
        </Button>
      </form>
    </Dialog>
  )
}
