import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { CornerCard } from '#ui/corner-card.tsx'
import { TextLink } from '#ui/link.tsx'
import { useCookieQuestion } from './cookie-question.ts'
import { cookiesPdf } from './legal-files.ts'

/** Asks once what cookies may be used for. Until there is an answer only those are set that the site needs to work. */
export function CookieBar() {
  const t = useMessages()
  const { asked, accept, reject } = useCookieQuestion()
  if (!asked) return null
  return (
    <CornerCard
      title={t('shell.cookies_title')}
      acts={
        <>
          <Button onClick={reject}>{t('shell.cookies_reject')}</Button>
          <Button theme="primary" onClick={accept}>
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
