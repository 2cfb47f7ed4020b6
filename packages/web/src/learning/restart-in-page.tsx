import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { RotateCcwIcon } from '#ui/icons.tsx'
import styles from './restart-in-page.module.css'

// Starting again clears progress, so it is asked first. With script a dialog asks; before and without it, the item's own
// page does, at an address of its own.

/** Around the button that leads to the question; `address` is the item's page. */
export function RestartAsk({ address, children }: { address: string; children: ReactNode }) {
  const [path = '', query] = address.split('?')
  return (
    <form method="get" action={path}>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="ask" value="restart" />
      {children}
    </form>
  )
}

export function useAsksRestart(): boolean {
  return useSearchParams()[0].get('ask') === 'restart'
}

type RestartQuestionProps = {
  /** A project or course takes its tutorials along, and says so. */
  isParent: boolean
  address: string
}

export function RestartQuestion({ isParent, address }: RestartQuestionProps) {
  const t = useMessages()
  return (
    <form className={styles.question} method="post" action={address} aria-labelledby="restart-question">
      <input type="hidden" name="act" value="restart" />
      <div className={styles.words}>
        <h2 id="restart-question">{t('learning.restart_title')}</h2>
        <p className="small muted">{isParent ? t('learning.restart_parent_text') : t('learning.restart_text')}</p>
      </div>
      <div className={styles.acts}>
        <LinkButton to={address}>{t('learning.cancel')}</LinkButton>
        <Button type="submit" theme="primary" icon={<RotateCcwIcon className="icon-s" />}>
          {t('learning.restart')}
        </Button>
      </div>
    </form>
  )
}
