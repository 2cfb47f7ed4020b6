import type { ClassPackage } from '@lantern/contract/courseware/packages.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './courseware.module.css'
import { standardNames } from './unit-texts.ts'

/** The course packages of a class, on its page; nothing where it has none. */
export function ClassPackages({ packages, classId }: { packages: readonly ClassPackage[]; classId: string }) {
  const t = useMessages()
  const format = useFormat()
  if (packages.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="class-packages">
      <h2 id="class-packages">{t('courseware.packages')}</h2>
      <Panel padded={false}>
        <ul className={styles.units}>
          {packages.map(({ id, title, standard, done, isBegun, isDone, score }) => (
            <li key={id}>
              <span className={styles.name}>
                <TextLink to={`/campus/package/${id}${done === null ? '' : `?class=${classId}`}`}>{title}</TextLink>
                {standard && <span className="small muted">{standardNames[standard]}</span>}
              </span>
              <span className={`small muted ${styles.facts}`}>
                {done !== null && <span>{t('courseware.finished_by', { count: done })}</span>}
                {done === null && score !== null && <span>{format.percent(score)}</span>}
                {done === null && (
                  <Badge tone={isDone ? 'good' : isBegun ? 'accent' : 'plain'}>
                    {t(isDone ? 'courseware.done' : isBegun ? 'courseware.state_begun' : 'courseware.state_not_begun')}
                  </Badge>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
