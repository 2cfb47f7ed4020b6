import { useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from '../revisions/revisions.module.css'
import type { Choice, Difference } from './differences.ts'
import { SideBySide } from './side-by-side.tsx'

type OfferedCopyProps = {
  keptAt: string
  /** Mine is what stands there now, theirs what was left behind. */
  differences: readonly Difference[]
  labelOf: (difference: Difference) => string
  textOf: (value: unknown, difference: Difference) => string
  /** `choices` for a merge where something is left out; null for all of it as it was kept. */
  onTake: (choices: Record<string, Choice> | null) => void
  onDrop: () => void
}

/** What an earlier page of this device could not bring to the server: shown before anything of it is taken over. */
export function OfferedCopy({ keptAt, differences, labelOf, textOf, onTake, onDrop }: OfferedCopyProps) {
  const t = useMessages()
  const format = useFormat()
  const [shows, setShows] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const at = { time: format.dateTime(keptAt) }
  // the text goes on changing while this is open: what is no difference any more counts for nothing
  const taken = differences.filter(({ id }) => !left.has(id))
  const isWhole = taken.length === differences.length
  const choose = (id: string, isTaken: boolean) => {
    const next = new Set(left)
    if (isTaken) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <>
      <Notice
        tone="warn"
        live
        icon={<HistoryIcon />}
        actions={
          <Button size="s" theme="primary" onClick={() => setShows(true)}>
            {t('authoring.offer_show')}
          </Button>
        }
      >
        <strong>{t('authoring.offer_title', at)}</strong>
        <br />
        <span className="muted">{t('authoring.offer_text')}</span>
      </Notice>
      <Dialog
        open={shows}
        onClose={() => setShows(false)}
        title={t('authoring.offer_dialog_title', at)}
        closeLabel={t('kit.close')}
        footer={
          <>
            <Button
              theme="quiet"
              onClick={() => {
                setShows(false)
                onDrop()
              }}
            >
              {t('authoring.offer_drop')}
            </Button>
            <Button
              theme="primary"
              data-autofocus
              disabled={!isWhole && taken.length === 0}
              onClick={() => onTake(isWhole ? null : choicesWithout(differences, left))}
            >
              {t('authoring.offer_take')}
            </Button>
          </>
        }
      >
        <p className="muted">{t('authoring.offer_lead')}</p>
        {differences.length === 0 && <p className="muted">{t('authoring.no_changes')}</p>}
        <ol className={styles.changes}>
          {differences.map((difference) => (
            <li key={difference.id}>
              <Checkbox
                checked={!left.has(difference.id)}
                onChange={({ currentTarget }) => choose(difference.id, currentTarget.checked)}
              >
                {labelOf(difference)}
              </Checkbox>
              <SideBySide
                one={{ title: t('authoring.before'), text: textOf(difference.mine, difference) }}
                other={{
                  title: t('authoring.after'),
                  text: textOf(difference.theirs, difference),
                  dim: left.has(difference.id),
                }}
                empty={t('authoring.nothing_there')}
              />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}

function choicesWithout(differences: readonly Difference[], left: ReadonlySet<string>): Record<string, Choice> {
  return Object.fromEntries(differences.map(({ id }) => [id, left.has(id) ? 'mine' : 'theirs']))
}
