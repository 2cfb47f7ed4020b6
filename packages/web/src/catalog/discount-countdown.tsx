import { useFormat } from '#kit/format.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { Countdown } from '#ui/countdown.tsx'

/** Counts down in the browser; in the markup of the server, which is kept for many, stands when it ends. */
export function DiscountCountdown({ endDate }: { endDate: string }) {
  const t = useMessages()
  const format = useFormat()
  if (!useHydrated()) return <>{t('catalog.discount_until', { time: format.dateTime(endDate) })}</>
  return (
    <Countdown
      until={Date.parse(endDate)}
      now={Date.now}
      text={(msLeft) =>
        t('catalog.discount_ends_in', { days: Math.floor(msLeft / 86_400_000), clock: clockOf(msLeft) })
      }
    />
  )
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000) % 86_400
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
