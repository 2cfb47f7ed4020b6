import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { RosterSource, readRosterSource } from '@lantern/contract/lti/rosters.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { UsersIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './lti.module.css'

interface ClassRosterProps {
  sources: readonly RosterSource[]
  classId: string
}

/** Courses of platforms whose people are read into a class, for its teachers; nothing where there is none. */
export function ClassRoster({ sources, classId }: ClassRosterProps) {
  const t = useMessages()
  if (sources.length === 0) return null
  return (
    <EntryPanel title={t('lti.roster')} lead={t('lti.roster_lead')}>
      <ul>
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} classId={classId} />
        ))}
      </ul>
    </EntryPanel>
  )
}

function SourceRow({ source, classId }: { source: RosterSource; classId: string }) {
  const t = useMessages()
  const format = useFormat()
  const change = useChange()
  const [added, setAdded] = useState<number | null>(null)
  const { id, title, platform, isRead, readAt, people, left, problem } = source
  const read = async (wanted: boolean) => {
    setAdded(null)
    let answer: ResponseOf<typeof readRosterSource> | null = null
    await change.send(
      async () => {
        answer = await call<typeof readRosterSource>('POST /api/campus/class/:classId/lti/roster', {
          params: { classId },
          body: { sourceId: id, isRead: wanted },
        })
        setAdded(wanted && answer.problem === null ? answer.added : null)
      },
      t(wanted ? 'lti.roster_asked' : 'lti.roster_ended', { title }),
    )
  }
  const refused = change.problemBeside()
  const hasLeft = isRead && left.length > 0
  const isSaid = added !== null || problem !== null || refused || hasLeft
  const said = readAt && t('lti.roster_read', { count: people, time: format.dateTime(readAt) })
  return (
    <>
      <EntryRow icon={<UsersIcon />} name={title} note={[platform, isRead && said].filter(Boolean).join(' · ')}>
        <Button size="s" busy={change.busy} aria-label={t('lti.roster_read_of', { title })} onClick={() => read(true)}>
          {t(isRead ? 'lti.roster_again' : 'lti.roster_now')}
        </Button>
        {isRead && (
          <Button
            size="s"
            theme="quiet"
            disabled={change.busy}
            aria-label={t('lti.roster_end_of', { title })}
            onClick={() => read(false)}
          >
            {t('lti.roster_end')}
          </Button>
        )}
      </EntryRow>
      {isSaid && (
        <li className={styles.said}>
          {added !== null && (
            <Notice tone="good" live>
              {t('lti.roster_added', { count: added })}
            </Notice>
          )}
          {problem && (
            <Notice tone="bad" live>
              {t('lti.roster_problem', { problem })}
            </Notice>
          )}
          {refused && (
            <Notice tone="bad" live>
              {refused}
            </Notice>
          )}
          {hasLeft && <Notice tone="warn">{t('lti.roster_left', { names: format.list(left) })}</Notice>}
        </li>
      )}
    </>
  )
}
