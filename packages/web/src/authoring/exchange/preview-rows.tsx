import type { QuestionRow } from '@lantern/contract/authoring/exchange.ts'
import { useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import styles from './preview-rows.module.css'

interface PreviewRowsProps {
  rows: readonly QuestionRow[]
  chosen: ReadonlySet<number>
  language: string
  disabled: boolean
  onChoose: (indexes: readonly number[], on: boolean) => void
}

/** Every question of the file: to choose, to look into, or with the reason why it cannot be had. */
export function PreviewRows({ rows, chosen, language, disabled, onChoose }: PreviewRowsProps) {
  const t = useMessages()
  const possible = rows.filter(({ question }) => question !== null).map(({ index }) => index)
  const all = possible.length > 0 && possible.every((index) => chosen.has(index))
  const refused = rows.length - possible.length
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <Checkbox
          checked={all}
          indeterminate={!all && chosen.size > 0}
          disabled={disabled || possible.length === 0}
          onChange={({ currentTarget }) => onChoose(possible, currentTarget.checked)}
        >
          {t('authoring.exchange.choose_all', { count: possible.length })}
        </Checkbox>
        {refused > 0 && <span className={styles.refused}>{t('authoring.exchange.refused', { count: refused })}</span>}
      </div>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <PreviewRow
            key={row.index}
            row={row}
            language={language}
            checked={chosen.has(row.index)}
            disabled={disabled}
            onChoose={(on) => onChoose([row.index], on)}
          />
        ))}
      </ol>
    </div>
  )
}

interface PreviewRowProps {
  row: QuestionRow
  checked: boolean
  language: string
  disabled: boolean
  onChoose: (on: boolean) => void
}

function PreviewRow({ row, checked, language, disabled, onChoose }: PreviewRowProps) {
  const t = useMessages()
  const wordsId = useId()
  const { index, line, file, excerpt, question, problems, notes } = row
  const place = [file, line === null ? '' : t('authoring.exchange.line', { line })].filter(Boolean).join(' · ')
  const words = excerpt || t('authoring.exchange.no_words')
  return (
    <li className={styles.row}>
      {question ? (
        <Checkbox
          checked={checked}
          disabled={disabled}
          aria-describedby={notes.length > 0 ? wordsId : undefined}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        >
          <span className={styles.number}>{index + 1}</span>
          {words}
        </Checkbox>
      ) : (
        <p className={styles.without}>
          <span className={styles.number}>{index + 1}</span>
          {words}
        </p>
      )}
      {(place || problems.length > 0 || notes.length > 0) && (
        <p id={wordsId} className={styles.words}>
          {place && <span>{place}</span>}
          {problems.map(({ code, message }) => (
            <Badge key={code} tone="bad">
              {message}
            </Badge>
          ))}
          {notes.map(({ code, message }) => (
            <Badge key={`${code} ${message}`} tone="warn">
              {message}
            </Badge>
          ))}
        </p>
      )}
      {question && (
        <details className={styles.look}>
          <summary>{t('authoring.exchange.look')}</summary>
          <div lang={language}>
            <div className="prose" dangerouslySetInnerHTML={{ __html: question.body }} />
            {question.kind && (
              <p className="small">
                <Badge>{t(`quiz.kind_${question.kind}`)}</Badge> {question.right?.join(' / ')}
              </p>
            )}
            <ul className={styles.options}>
              {numbered(question.options).map(({ key, option }) => (
                <li key={key}>
                  {option.correct ? (
                    <CheckIcon className="icon-s" role="img" aria-label={t('authoring.exchange.right')} />
                  ) : (
                    <span className={styles.noMark} />
                  )}
                  <div className="prose" dangerouslySetInnerHTML={{ __html: option.body }} />
                  {option.match && <span> → {option.match}</span>}
                </li>
              ))}
            </ul>
          </div>
        </details>
      )}
    </li>
  )
}

/** Options of a file have no ids, and their order never changes. */
function numbered<Option>(options: readonly Option[]): { key: string; option: Option }[] {
  return options.map((option, at) => ({ key: `${at}`, option }))
}
