import { useState } from 'react'
import { reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { CornerCard } from '#ui/corner-card.tsx'
import { TextLink } from '#ui/link.tsx'
import { acceptCookies, rejectCookies } from './cookie-preference.ts'
import { cookiesPdf } from './legal-files.ts'

/** Asks once what cookies may be used for. Until there is an answer only those are set that the site needs to work. */
export function CookieBar() {
  const t = useMessages()
  const [chosen, setChosen] = useState(false)
  const choose = (keep: () => void) => {
    setChosen(true)
    keep()
    reloadPage()
  }
  if (chosen) return null
  return (
    <CornerCard
      title={t('shell.cookies_title')}
      acts={
        <>
          <Button onClick={() => choose(rejectCookies)}>{t('shell.cookies_reject')}</Button>
          <Button theme="primary" onClick={() => choose(acceptCookies)}>
            {t('shell.cookies_accept')}
          </Button>
        </>
      }
    >
      <p>
        {t('shell.cookies_text')} {/* a file: the router has no page for it */}
        <TextLink to={cookiesPdf} leaves>
          {t('shell.cookies_pdf')}
        </TextLink>
      </p>
    </CornerCard>
  )
}
