import type { PackageUnit } from '@lantern/contract/courseware/packages.ts'
import type { CSSProperties, ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LockIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './courseware.module.css'
import { lockTexts, stateTexts, stateTones } from './unit-texts.ts'

interface UnitListProps {
  units: readonly PackageUnit[]
  /** The title of a unit that can be played; absent: its text. */
  titleOf?: (unit: PackageUnit) => ReactNode
  /** What can be done with a unit that can be played. */
  actOf: (unit: PackageUnit) => ReactNode
}

/** The tree of a package, each unit with how far somebody is. */
export function UnitList({ units, titleOf = ({ title }) => title, actOf }: UnitListProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Panel padded={false}>
      <ol className={styles.units}>
        {units.map((unit) => (
          <li key={unit.id} style={{ '--depth': Math.min(unit.depth, 4) } as CSSProperties}>
            {unit.isPlayable ? unit.lock ? unit.title : titleOf(unit) : <strong>{unit.title}</strong>}
            {unit.isPlayable && (
              <span className={`small muted ${styles.facts}`}>
                {actOf(unit)}
                {unit.seconds >= 60 && <span>{format.duration(unit.seconds / 60)}</span>}
                {unit.score !== null && <span>{format.percent(unit.score)}</span>}
                {unit.lock && <Badge icon={<LockIcon />}>{t(lockTexts[unit.lock])}</Badge>}
                {(!unit.lock || unit.state !== 'not_begun') && (
                  <Badge tone={stateTones[unit.state]}>{t(stateTexts[unit.state])}</Badge>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
