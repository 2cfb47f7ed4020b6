import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { useMessages } from '../messages.tsx'
import styles from './compare-dialog.module.css'
import type { Choices } from './comparison.ts'
import type { Choice, Difference } from './differences.ts'
import { SideBySide } from './side-by-side.tsx'

type CompareDialogProps = {
  differences: readonly Difference[]
  /** What a person would call the place of a difference. */
  labelOf: (difference: Difference) => string
  /** A value as one would read it. */
  textOf: (value: unknown, difference: Difference) => string
  /** The author of the other text. */
  theirName: string
  onSave: (choices: Choices) => void
  onClose: () => void
}

/** Both texts beside each other, difference by difference. Nothing is saved before each of them is decided. */
export function CompareDialog({ differences, labelOf, textOf, theirName, onSave, onClose }: CompareDialogProps) {
  const t = useMessages()
  const [chosen, setChosen] = useState<Choices>({})
  const choiceOf = ({ id, suggestion }: Difference) => chosen[id] ?? suggestion
  const open = differences.filter((difference) => choiceOf(difference) === null)
  const chooseAll = (choice: Exclude<Choice, 'both'>) =>
    setChosen(Object.fromEntries(differences.map(({ id }) => [id, choice])))
  const keepBoth = () =>
    setChosen(
      Object.fromEntries(
        differences.flatMap((difference) => {
          const choice = bothOr(difference, choiceOf(difference))
          return choice ? [[difference.id, choice]] : []
        }),
      ),
    )
  const save = () => {
    const choices = differences.map((difference) => [difference.id, choiceOf(difference) ?? 'mine'] as const)
    onClose()
    onSave(Object.fromEntries(choices))
  }
  return (
    <Dialog
      open
      className={styles.dialog}
      title={t('documents.compare_title', { count: differences.length })}
      closeLabel={t('kit.close')}
      keepOnOutside
      onClose={onClose}
      footer={
        <>
          <p className={styles.left} role="status">
            {open.length > 0 && t('documents.compare_left', { count: open.length })}
          </p>
          <Button onClick={onClose}>{t('documents.cancel')}</Button>
          <Button theme="primary" disabled={open.length > 0} onClick={save}>
            {t('documents.compare_save')}
          </Button>
        </>
      }
    >
      <div className={styles.all}>
        <Button size="s" onClick={keepBoth}>
          {t('documents.compare_all_both')}
        </Button>
        <Button size="s" onClick={() => chooseAll('mine')}>
          {t('documents.compare_all_mine')}
        </Button>
        <Button size="s" onClick={() => chooseAll('theirs')}>
          {t('documents.compare_all_theirs')}
        </Button>
      </div>
      <ol className={styles.list}>
        {differences.map((difference) => (
          <OneDifference
            key={difference.id}
            difference={difference}
            label={labelOf(difference)}
            textOf={textOf}
            theirName={theirName}
            choice={choiceOf(difference)}
            onChoose={(choice) => setChosen((before) => ({ ...before, [difference.id]: choice }))}
          />
        ))}
      </ol>
    </Dialog>
  )
}

type OneDifferenceProps = Pick<CompareDialogProps, 'textOf' | 'theirName'> & {
  difference: Difference
  label: string
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

function OneDifference({ difference, label, textOf, theirName, choice, onChoose }: OneDifferenceProps) {
  const t = useMessages()
  const options: { value: Choice; label: string }[] = [
    { value: 'mine', label: t('documents.choose_mine') },
    { value: 'theirs', label: t('documents.choose_theirs') },
    ...(difference.canBoth ? [{ value: 'both' as const, label: t('documents.choose_both') }] : []),
  ]
  return (
    <li className={styles.difference}>
      <div className={styles.head}>
        <h3>{label}</h3>
        <SegmentedControl
          label={t('documents.choose_for', { name: label })}
          options={options}
          // a name is given to none of them while nothing is chosen
          value={choice ?? ('' as Choice)}
          onValue={onChoose}
        />
      </div>
      <SideBySide
        one={{ title: t('documents.mine'), text: textOf(difference.mine, difference), dim: choice === 'theirs' }}
        other={{
          title: t('documents.theirs', { name: theirName }),
          text: textOf(difference.theirs, difference),
          dim: choice === 'mine',
        }}
        empty={t('documents.nothing_there')}
      />
    </li>
  )
}

/** Both where both can stand; what only one of them added stays; a choice of one thing is left as it was chosen. */
function bothOr({ canBoth, kind, mine, theirs }: Difference, chosen: Choice | null): Choice | null {
  if (canBoth) return 'both'
  if (kind !== 'element') return chosen
  return mine === undefined ? 'theirs' : theirs === undefined ? 'mine' : chosen
}
