import { type OutsideWay, outsideSignInPath } from '@lantern/contract/identity/outside-ways.ts'
import { useMessages } from '#kit/messages.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'

/**
 * Without script: the posted form cannot lead to another site itself, because the page's security policy lets forms end
 * here only, through redirects too. So this page leads on by itself.
 */
export function OutsideDeparture({ way, redirectTo }: { way: OutsideWay; redirectTo: string }) {
  const t = useMessages()
  const target = outsideSignInPath(way, redirectTo)
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${target}`} />
      <Notice
        live
        actions={
          <PlainLink leaves to={target}>
            {t('identity.outside_go_on', { way: t(`identity.way_${way}`) })}
          </PlainLink>
        }
      >
        {t('identity.outside_going')}
      </Notice>
    </>
  )
}
