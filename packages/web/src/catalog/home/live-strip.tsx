import { useMessages } from '#kit/messages.tsx'
import { ChevronRightIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { type LiveList, LiveRow } from '../live-calendar.tsx'

/** What is on and what comes next; nothing at all when there is neither. */
export function LiveStrip({ opening, coming }: { opening: LiveList; coming: LiveList }) {
  const t = useMessages()
  const rows = [
    ...opening.results
      .flatMap((id) => opening.liveSessionMap[id] ?? [])
      .map((session) => ({ session, period: 'opening' as const })),
    ...coming.results
      .flatMap((id) => coming.liveSessionMap[id] ?? [])
      .map((session) => ({ session, period: 'coming' as const })),
  ].slice(0, 3)
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="live-title">
      <div className="section-head">
        <h2 id="live-title">{t('live.calendar')}</h2>
        <PlainLink to="/live-calendar">
          {t('live.all')}
          <ChevronRightIcon className="icon-s" />
        </PlainLink>
      </div>
      <Panel padded={false}>
        {rows.map(({ session, period }) => (
          <LiveRow key={session.id} session={session} period={period} withDay />
        ))}
      </Panel>
    </section>
  )
}
