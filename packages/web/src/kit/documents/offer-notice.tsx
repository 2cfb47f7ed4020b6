import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFormat } from '../format.ts'
import { useMessages } from '../messages.tsx'
import type { Choices, Comparison } from './comparison.ts'
import type { Difference } from './differences.ts'
import type { PartOf } from './draft-sync-state.ts'
import type { OfferedCopies } from './offered-copies.ts'
import styles from './revisions.module.css'
import { SideBySide } from './side-by-side.tsx'

type OfferNoticeProps<Forms> = {
  offer: OfferedCopies<Forms>
  /** As they stand on the screen. */
  forms: Forms
  comparison: Comparison<Forms>
  /** With the parts as they were chosen where something is left out; without, all of it as it was kept. */
  onTake: (chosen?: Partial<Forms>) => void
  onDrop: () => void
}

/** What an earlier page of this device could not bring to the server: shown before anything of it is taken over. */
export function OfferNotice<Forms>({ offer, forms, comparison, onTake, onDrop }: OfferNoticeProps<Forms>) {
  const t = useMessages()
  const format = useFormat()
  const [shows, setShows] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const at = { time: format.dateTime(offer.keptAt) }
  const parts = useMemo(() => Object.keys(offer.forms) as PartOf<Forms>[], [offer])
  const offered = useMemo(() => ({ ...forms, ...offer.forms }), [forms, offer])
  // `mine` is the current text, `theirs` the recovered copy
  const differences = useMemo(
    () => comparison.differences(forms, offered, null, parts),
    [comparison, forms, offered, parts],
  )
  const texts = [offered, forms]
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
            {t('documents.offer_show')}
          </Button>
        }
      >
        <strong>{t('documents.offer_title', at)}</strong>
        <br />
        <span className="muted">{t('documents.offer_text')}</span>
      </Notice>
      <Dialog
        open={shows}
        onClose={() => setShows(false)}
        title={t('documents.offer_dialog_title', at)}
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
              {t('documents.offer_drop')}
            </Button>
            <Button
              theme="primary"
              data-autofocus
              disabled={!isWhole && taken.length === 0}
              onClick={() =>
                isWhole ? onTake() : onTake(comparison.merged(forms, offered, parts, choicesWithout(differences, left)))
              }
            >
              {t('documents.offer_take')}
            </Button>
          </>
        }
      >
        <p className="muted">{t('documents.offer_lead')}</p>
        {differences.length === 0 && <p className="muted">{t('documents.no_changes')}</p>}
        <ol className={styles.changes}>
          {differences.map((difference) => (
            <li key={difference.id}>
              <Checkbox
                checked={!left.has(difference.id)}
                onChange={({ currentTarget }) => choose(difference.id, currentTarget.checked)}
              >
                {comparison.labelOf(difference, texts)}
              </Checkbox>
              <SideBySide
                one={{ title: t('documents.before'), text: comparison.textOf(difference.mine, difference, texts) }}
                other={{
                  title: t('documents.after'),
                  text: comparison.textOf(difference.theirs, difference, texts),
                  dim: left.has(difference.id),
                }}
                empty={t('documents.nothing_there')}
              />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}

function choicesWithout(differences: readonly Difference[], left: ReadonlySet<string>): Choices {
  return Object.fromEntries(differences.map(({ id }) => [id, left.has(id) ? 'mine' : 'theirs']))
}
