import type { ListedWord } from '@lantern/contract/community/listed-terms.ts'
import { wordActs } from '@lantern/contract/community/report-rules.ts'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Trash2Icon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { ModerationTabs } from './moderation-layout.tsx'
import type { WordsAnswer } from './terms-act.ts'
import styles from './terms-page.module.css'

export interface WordsPageProps {
  words: ListedWord[]
  answer: WordsAnswer | undefined
}

/** The list of words that messages are compared with. A word is tried on what was written before it counts. */
export function WordsPage({ words, answer }: WordsPageProps) {
  const t = useMessages()
  const isSending = useIsSending()
  return (
    <main id="main" className="wrap page-stack">
      <h1>{t('community.moderation')}</h1>
      <ModerationTabs current="words" />
      <p className="muted">{t('community.words_lead')}</p>
      {answer?.done && answer.did !== 'try' && (
        <Notice tone="good" live>
          {t(answer.did === 'activate' ? 'community.word_activated' : 'community.word_removed')}
        </Notice>
      )}
      <Panel>
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          <TextField
            name="word"
            label={t('community.word')}
            defaultValue={answer?.done === false ? answer.word : undefined}
            error={answer?.problem ?? undefined}
            maxLength={40}
            autoComplete="off"
          />
          <Select name="wordAct" label={t('community.word_act')} defaultValue={answer?.act ?? 'hold'}>
            {wordActs.map((act) => (
              <option key={act} value={act}>
                {t(`community.word_act.${act}`)}
              </option>
            ))}
          </Select>
          <Button type="submit" name="did" value="try" theme="primary" className={styles.send} busy={isSending}>
            {t('community.word_try')}
          </Button>
        </Form>
        {answer?.trial && <Trial answer={answer} trial={answer.trial} />}
      </Panel>
      {words.length === 0 ? (
        <EmptyState title={t('community.words_empty')}>
          <p>{t('community.words_empty_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.words}>
            {words.map((word) => (
              <Row key={word.word} word={word} />
            ))}
          </ul>
        </Panel>
      )}
    </main>
  )
}

function Trial({ answer, trial }: { answer: WordsAnswer; trial: NonNullable<WordsAnswer['trial']> }) {
  const t = useMessages()
  const { word, isLive } = answer
  return (
    <div className={styles.trial} role="status">
      <p>
        <strong>{t('community.word_trial', { word, met: trial.met, compared: trial.compared })}</strong>
      </p>
      <ul className={styles.samples}>
        {trial.samples.map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
      </ul>
      {!isLive && <Activate word={word} />}
    </div>
  )
}

function Activate({ word }: { word: string }) {
  const t = useMessages()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="word" value={word} />
      <Button type="submit" name="did" value="activate" size="s">
        {t('community.word_activate')}
      </Button>
    </Form>
  )
}

function Row({ word: { word, act, isLive, addedBy } }: { word: ListedWord }) {
  const t = useMessages()
  return (
    <li className={styles.row}>
      <strong className={styles.word}>{word}</strong>
      <Badge tone={act === 'pass' ? 'good' : 'plain'}>{t(`community.word_act.${act}`)}</Badge>
      {!isLive && <Badge tone="warn">{t('community.word_not_live')}</Badge>}
      {addedBy && <span className="muted small">{t('community.word_added_by', { name: addedBy })}</span>}
      <span className={styles.acts}>
        {!isLive && <Activate word={word} />}
        <Form method="post" preventScrollReset>
          <input type="hidden" name="word" value={word} />
          <input type="hidden" name="did" value="remove" />
          <IconButton type="submit" theme="quiet" label={t('community.word_remove', { word })} icon={<Trash2Icon />} />
        </Form>
      </span>
    </li>
  )
}
