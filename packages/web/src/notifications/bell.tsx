import { type MouseEvent, Suspense, useRef, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { IconLink } from '#ui/button.tsx'
import { BellIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import styles from './bell.module.css'
import { useUnread } from './unread.ts'

const BellPanel = lazyPart(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))

/** The most that fits on the corner of the bell. */
const mostShown = 99

/** A link to the page of notifications; with script it opens the newest below itself. */
export function Bell() {
  const t = useMessages()
  const format = useFormat()
  const unread = useUnread()
  // the list is asked for anew each time it is opened
  const [opened, setOpened] = useState(0)
  const wasOpen = useRef(false)
  const label = unread > 0 ? t('notifications.bell', { count: unread }) : t('notifications.title')
  return (
    <Popover
      label={t('notifications.title')}
      className={styles.bell}
      onOpen={(popover) => {
        setOpened((times) => times + 1)
        popover.focus()
      }}
      trigger={({ popoverTarget, ...trigger }) => (
        <IconLink
          {...trigger}
          to="/notifications"
          label={label}
          icon={<BellIcon />}
          count={unread > 0 ? (unread > mostShown ? `${mostShown}+` : format.number(unread)) : undefined}
          onPointerDown={() => {
            // the press itself closes what is open, before the click comes
            wasOpen.current = trigger['aria-expanded']
          }}
          onClick={(event) => {
            if (isForAnotherTab(event)) return
            event.preventDefault()
            if (!wasOpen.current) document.getElementById(popoverTarget)?.showPopover()
            wasOpen.current = false
          }}
        />
      )}
    >
      {(close) =>
        opened > 0 && (
          <Suspense fallback={<TextSkeleton lines={6} label={t('notifications.loading')} />}>
            <BellPanel key={opened} onClose={close} />
          </Suspense>
        )
      }
    </Popover>
  )
}

function isForAnotherTab({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey
}
