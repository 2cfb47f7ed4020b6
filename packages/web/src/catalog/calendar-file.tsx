import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CalendarPlusIcon } from '#ui/icons.tsx'

/** Downloads a live session as an event for the calendar of the person's device. */
export function CalendarFile({ id }: { id: string }) {
  const t = useMessages()
  return (
    <LinkButton
      leaves
      download
      to={`/api/learn/cn/liveSession/${encodeURIComponent(id)}/calendar.ics`}
      icon={<CalendarPlusIcon className="icon-s" />}
    >
      {t('live.add_to_calendar')}
    </LinkButton>
  )
}
