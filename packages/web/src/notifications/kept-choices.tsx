import type { NotificationPreferences } from '@lantern/contract/notifications/preferences.ts'
import { Form } from 'react-router'
import { useFocusThatStayed } from '#kit/focus-that-came.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './kept-choices.module.css'

type KeptChoicesProps = Pick<NotificationPreferences, 'muted' | 'followed' | 'blocked'> & {
  /** Where its forms post to. */
  action: string
}

const keptLists = ['followed', 'muted', 'blocked'] as const

/** What is followed, muted and blocked, each with a button that ends it. */
export function KeptChoices({ muted, followed, blocked, action }: KeptChoicesProps) {
  const t = useMessages()
  useFocusThatStayed(followed.length + muted.length + blocked.length, () => {
    const list = keptLists.find((one) => document.getElementById(one))
    return list ? document.getElementById(list) : null
  })
  const lists = {
    followed: followed.map(({ type, id, name, path }) => ({
      name,
      path,
      sent: { unfollow: id, type },
      end: t('notifications.unfollow'),
      endOf: t('notifications.unfollow_of', { name }),
    })),
    muted: muted.map(({ of, id, name, path }) => ({
      name,
      path,
      sent: { unmute: id, of },
      end: t('notifications.unmute'),
      endOf: t('notifications.unmute_of', { name }),
    })),
    blocked: blocked.map(({ id, name }) => ({
      name,
      path: `/u/${id}`,
      sent: { unblock: id },
      end: t('notifications.unblock'),
      endOf: t('notifications.unblock_of', { name }),
    })),
  }
  return keptLists
    .filter((list) => lists[list].length > 0)
    .map((list) => (
      <Panel key={list} as="section" aria-labelledby={list}>
        <h3 id={list} tabIndex={-1}>
          {t(`notifications.${list}`)}
        </h3>
        <ul>
          {lists[list].map((choice) => (
            <Choice key={choice.endOf} {...choice} action={action} />
          ))}
        </ul>
      </Panel>
    ))
}

interface ChoiceProps {
  name: string
  path: string | null
  action: string
  /** The fields of its form. */
  sent: Record<string, string>
  end: string
  endOf: string
}

function Choice({ name, path, action, sent, end, endOf }: ChoiceProps) {
  return (
    <li className={styles.choice}>
      {path === null ? (
        <span className="grow clip-1">{name}</span>
      ) : (
        <PageLink className="grow clip-1" to={path}>
          {name}
        </PageLink>
      )}
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="form" value="notifications" />
        {Object.entries(sent).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button type="submit" size="s" theme="quiet" aria-label={endOf}>
          {end}
        </Button>
      </Form>
    </li>
  )
}
