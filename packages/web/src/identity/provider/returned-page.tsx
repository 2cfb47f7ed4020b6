import { useEffect } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { FormPage } from '../form-page.tsx'
import { reportAndClose } from './login-window.ts'

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
    <FormPage alone title={t('identity.returned_title')}>
      <p className="muted">{t('identity.returned_text')}</p>
      <div className="form-acts">
        <LinkButton leaves to={target}>
          {t('identity.returned_go_on')}
        </LinkButton>
      </div>
    </FormPage>
  )
}
