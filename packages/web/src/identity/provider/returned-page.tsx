import { useEffect } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { reportAndClose } from './login-window.ts'
import styles from './returned-page.module.css'

interface ReturnedPageProps {
  /** Names the window to the page that opened it; null in a window that nobody waits for. */
  windowId: string | null
  target: string
}

/** The last page of a login window. It closes at once; who reads this has a browser that keeps it open. */
export function ReturnedPage({ windowId, target }: ReturnedPageProps) {
  const t = useMessages()
  useEffect(() => {
    if (windowId) reportAndClose(windowId, target)
  }, [windowId, target])
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <Panel className={styles.panel}>
        <h1>{t('identity.returned_title')}</h1>
        <p className="muted">{t('identity.returned_text')}</p>
        <LinkButton leaves to={target}>
          {t('identity.returned_go_on')}
        </LinkButton>
      </Panel>
    </main>
  )
}
