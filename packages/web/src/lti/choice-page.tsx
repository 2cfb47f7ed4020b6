import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ChoosableItem, getLtiChoice } from '@lantern/contract/lti/choices.ts'
import { Form } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { BookOpenIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './choice-page.module.css'

interface ChoicePageProps {
  choice: ResponseOf<typeof getLtiChoice>
  /** The address of the page, without what is searched for. */
  here: string
  q: string
}

/** A teacher who came from a platform chooses what a link in the course there opens. Works without script. */
export function ChoicePage({ choice, here, q }: ChoicePageProps) {
  const t = useMessages()
  const busy = useIsSending()
  const { platform, results, opened } = choice
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header>
          <h1>{t('lti.choose')}</h1>
          <p className="muted">{t('lti.choose_for', { platform })}</p>
        </header>
        <Form method="get" action={here} role="search" aria-label={t('lti.choose')} className={styles.search}>
          <TextField type="search" name="q" label={t('lti.choose_search')} defaultValue={q} key={q} maxLength={200} />
          <Button type="submit">{t('lti.choose_find')}</Button>
        </Form>
        {opened ? <OpenedItem {...{ choice, here, q }} opened={opened} /> : <Found {...{ choice, here, q, results }} />}
        <Form method="post" action={here} reloadDocument>
          <Button type="submit" theme="quiet" busy={busy}>
            {t('lti.choose_nothing')}
          </Button>
        </Form>
      </div>
    </main>
  )
}

function Found({ choice, here, q, results }: ChoicePageProps & { results: readonly ChoosableItem[] }) {
  const t = useMessages()
  if (results.length === 0) {
    return <EmptyState title={t('lti.choose_none')}>{t('lti.choose_none_text')}</EmptyState>
  }
  return (
    <EntryPanel title={t('lti.choose_all')}>
      <ul>
        {results.map((item) => (
          <ItemRow key={item.id} item={item} choice={choice} here={here}>
            {item.stepCount > 1 && (
              <LinkButton
                size="s"
                to={`${here}?${new URLSearchParams({ q, item: item.id })}`}
                aria-label={t('lti.choose_step_of', { title: item.title })}
              >
                {t('lti.choose_step')}
              </LinkButton>
            )}
          </ItemRow>
        ))}
      </ul>
    </EntryPanel>
  )
}

type OpenedProps = ChoicePageProps & { opened: NonNullable<ChoicePageProps['choice']['opened']> }

function OpenedItem({ choice, here, q, opened: { item, steps } }: OpenedProps) {
  const t = useMessages()
  return (
    <EntryPanel
      title={<span lang={item.language}>{item.title}</span>}
      lead={<TextLink to={`${here}?${new URLSearchParams({ q })}`}>{t('lti.choose_all')}</TextLink>}
    >
      <ul>
        <ItemRow item={item} choice={choice} here={here} />
        {steps.map(({ id, title }, at) => (
          <EntryRow
            key={id}
            icon={<span className="num">{at + 1}</span>}
            name={<span lang={item.language}>{title}</span>}
          >
            <ChooseForm here={here} itemId={item.id} stepId={id} title={title} />
          </EntryRow>
        ))}
      </ul>
    </EntryPanel>
  )
}

interface ItemRowProps {
  item: ChoosableItem
  choice: ChoicePageProps['choice']
  here: string
  children?: React.ReactNode
}

function ItemRow({ item: { id, type, title, language, stepCount }, choice, here, children }: ItemRowProps) {
  const t = useMessages()
  const words = useItemWords()
  return (
    <EntryRow
      icon={<BookOpenIcon />}
      name={<span lang={language}>{title}</span>}
      note={[words.type(type), stepCount > 0 && t('lti.steps', { count: stepCount })].filter(Boolean).join(' · ')}
    >
      {children}
      <ChooseForm here={here} itemId={id} title={title} takesScore={choice.takesScore} />
    </EntryRow>
  )
}

interface ChooseFormProps {
  here: string
  itemId: string
  stepId?: string
  title: string
  takesScore?: boolean
}

/** The whole page goes: it ends at the platform. */
function ChooseForm({ here, itemId, stepId, title, takesScore = false }: ChooseFormProps) {
  const t = useMessages()
  const busy = useIsSending()
  return (
    <Form method="post" action={here} reloadDocument className={styles.choose}>
      <input type="hidden" name="itemId" value={itemId} />
      {stepId && <input type="hidden" name="stepId" value={stepId} />}
      {takesScore && (
        <Checkbox name="withScore" value="true" defaultChecked>
          {t('lti.choose_score')}
        </Checkbox>
      )}
      <Button type="submit" size="s" busy={busy} aria-label={t('lti.choose_of', { title })}>
        {t('lti.choose_this')}
      </Button>
    </Form>
  )
}
