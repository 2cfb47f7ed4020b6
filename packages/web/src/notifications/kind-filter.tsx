import { kindGroups } from '@lantern/contract/notifications/channels.ts'
import type { NotificationList } from '@lantern/contract/notifications/notifications.ts'
import { Form, useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/text-field.tsx'
import { groupTitles } from './group-titles.ts'
import { notificationsAddress } from './notifications-address.ts'
import styles from './notifications-page.module.css'

interface KindFilterProps {
  kinds: NotificationList['kinds']
  kind: string | null
  filter: 'all' | 'unread'
}

/** One kind of notification, out of some twenty in groups. A choice counts at once; without script a button sends it. */
export function KindFilter({ kinds, kind, filter }: KindFilterProps) {
  const t = useMessages()
  const navigate = useNavigate()
  return (
    <Form className={styles.kinds} method="get" action="/notifications">
      {filter !== 'all' && <input type="hidden" name="filter" value={filter} />}
      <Select
        label={t('notifications.kinds')}
        labelHidden
        name="kind"
        defaultValue={kind ?? ''}
        set={kind !== null}
        onChange={({ currentTarget: { value } }) =>
          void navigate(notificationsAddress({ filter, kind: value || null }), { preventScrollReset: true })
        }
      >
        <option value="">{t('notifications.every_kind')}</option>
        {kindGroups.map((group) => {
          const ofGroup = kinds.filter((one) => one.group === group)
          return (
            ofGroup.length > 0 && (
              <optgroup key={group} label={t(groupTitles[group])}>
                {ofGroup.map((one) => (
                  <option key={one.kind} value={one.kind}>
                    {one.label}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
      </Select>
      <noscript>
        <Button type="submit">{t('notifications.show_kind')}</Button>
      </noscript>
    </Form>
  )
}
