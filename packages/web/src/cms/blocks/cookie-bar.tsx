import { useHydrated } from '#kit/hydrated.ts'
import { useLinkProps } from '#kit/link-props.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { CornerCard } from '#ui/corner-card.tsx'
import { TextLink } from '#ui/link.tsx'
import { ToEditor } from '../page-blocks.tsx'
import { type BlockProps, usePageContext } from '../page-context.ts'

/** Asks about cookies with the words of this page, in place of what the site itself would ask. */
export function CookieBarBlock({ block: { fields } }: BlockProps<'cookie-bar'>) {
  const t = useMessages()
  const { slots } = usePageContext()
  const isHydrated = useHydrated()
  const text = fields.text || t('shell.cookies_text')
  if (!slots.cookies) return <ToEditor>{text}</ToEditor>
  // the server does not know what this device has answered
  if (!isHydrated || !slots.cookies.asked) return null
  return (
    <CornerCard
      title={t('shell.cookies_title')}
      acts={
        <>
          <Button onClick={slots.cookies.reject}>{t('shell.cookies_reject')}</Button>
          <Button theme="primary" onClick={slots.cookies.accept}>
            {t('shell.cookies_accept')}
          </Button>
        </>
      }
    >
      <p>
        {text} {fields.url !== '' && <More url={fields.url} />}
      </p>
    </CornerCard>
  )
}

function More({ url }: { url: string }) {
  const t = useMessages()
  const link = useLinkProps(url)
  return (
    <TextLink {...link}>
      {t('cms.cookies_more')}
      {link.target && <span className="sr">{t('cms.new_tab')}</span>}
    </TextLink>
  )
}
