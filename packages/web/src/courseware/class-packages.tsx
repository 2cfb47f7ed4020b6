import type { ClassPackage } from '@lantern/contract/courseware/packages.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { PackageIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { standardNames } from './unit-texts.ts'

/** The course packages of a class, on its page; nothing where it has none. */
export function ClassPackages({ packages, classId }: { packages: readonly ClassPackage[]; classId: string }) {
  const t = useMessages()
  const format = useFormat()
  if (packages.length === 0) return null
  return (
    <EntryPanel title={t('courseware.packages')}>
      <ul>
        {packages.map(({ id, title, standard, done, isBegun, isDone, score }) => (
          <EntryRow
            key={id}
            icon={<PackageIcon />}
            name={<TextLink to={`/campus/package/${id}${done === null ? '' : `?class=${classId}`}`}>{title}</TextLink>}
            note={standard && standardNames[standard]}
          >
            {done !== null && <span className="small muted">{t('courseware.finished_by', { count: done })}</span>}
            {done === null && score !== null && <span className="num">{format.percent(score)}</span>}
            {done === null && (
              <Badge tone={isDone ? 'good' : isBegun ? 'accent' : 'plain'}>
                {t(isDone ? 'courseware.done' : isBegun ? 'courseware.state_begun' : 'courseware.state_not_begun')}
              </Badge>
            )}
          </EntryRow>
        ))}
      </ul>
    </EntryPanel>
  )
}
