import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface UnsubscribePageProps {
  /** Which mails it stops; a null label: of every kind that can be turned off. Null: the link is none of the site's. */
  link: { label: string | null } | null
  isDone: boolean
  /** The address of the page, where its form posts to. */
  here: string
}

/** Where the link at the foot of a mail leads. Opening it changes nothing: mail programs open links by themselves. */
export function UnsubscribePage({ link, isDone, here }: UnsubscribePageProps) {
  const t = useMessages()
  const busy = useIsSending()
  const settings = <LinkButton to="/settings#tab_notifications">{t('notifications.settings')}</LinkButton>
  const kind = link?.label ?? t('notifications.every_kind')
  return (
    <main id="main" className="wrap section">
      {link === null ? (
        <EmptyState kind="error" bare level={1} title={t('notifications.stop_dead')} actions={settings}>
          {t('notifications.stop_dead_lead')}
        </EmptyState>
      ) : isDone ? (
        <EmptyState bare level={1} title={t('notifications.stopped')} actions={settings}>
          <p role="status">{t('notifications.stopped_lead', { kind })}</p>
        </EmptyState>
      ) : (
        <EmptyState
          bare
          level={1}
          title={t('notifications.stop_title')}
          actions={
            <>
              <Form method="post" action={here}>
                <Button type="submit" theme="primary" busy={busy}>
                  {t('notifications.stop_submit')}
                </Button>
              </Form>
              {settings}
            </>
          }
        >
          {t('notifications.stop_lead', { kind })}
        </EmptyState>
      )}
    </main>
  )
}
