import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { useLinkProps } from '#kit/link-props.ts'
import { useMessages } from '#kit/messages.tsx'
import { type ButtonTheme, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextLink } from '#ui/link.tsx'
import styles from './action.module.css'

export type Action = BlockOf<'jumbotron'>['fields']['actions'][number]

type ActionsProps = { actions: readonly Action[]; size?: 'm' | 'l'; className?: string }

/** Buttons and links beside each other; nothing at all when none of them says anything. */
export function Actions({ actions, size = 'm', className }: ActionsProps) {
  const shown = actions.filter(isShown)
  if (shown.length === 0) return null
  return (
    <div className={classNames(styles.actions, className)} data-actions="">
      {shown.map((action, at) => (
        <ActionLink key={action.id || at} action={action} size={size} />
      ))}
    </div>
  )
}

/** An action without a label is hidden, and so is one that leads nowhere. */
function isShown({ label, url }: Pick<Action, 'label' | 'url'>): boolean {
  return label.trim() !== '' && url !== ''
}

function ActionLink({ action, size }: { action: Action; size: 'm' | 'l' }) {
  const t = useMessages()
  const link = useLinkProps(action.url)
  const hint = link.target && <span className="sr">{t('cms.new_tab')}</span>
  if (action.type === 'link') {
    return (
      <TextLink {...link} id={action.id || undefined} className={classNames(styles.link, styles[action.theme])}>
        {action.label}
        {hint}
      </TextLink>
    )
  }
  return (
    <LinkButton
      {...link}
      id={action.id || undefined}
      size={size}
      theme={action.theme === 'premium' ? 'premium' : themes[action.type]}
      className={classNames(styles.button, styles[action.theme], styles[looks[action.type]])}
    >
      {action.label}
      {hint}
    </LinkButton>
  )
}

const themes: Record<Exclude<Action['type'], 'link'>, ButtonTheme> = {
  button: 'primary',
  'secondary-button': 'secondary',
  'tertiary-button': 'quiet',
}

const looks: Record<Exclude<Action['type'], 'link'>, string> = {
  button: 'fill',
  'secondary-button': 'secondary',
  'tertiary-button': 'text',
}

/** The one act of a card or a quote, which is always a link in its text. */
export function CardAct({ action }: { action: Pick<Action, 'label' | 'url'> }) {
  const t = useMessages()
  const link = useLinkProps(action.url)
  if (!isShown(action)) return null
  return (
    <TextLink {...link} className={classNames(styles.link, styles.act)}>
      {action.label}
      {link.target && <span className="sr">{t('cms.new_tab')}</span>}
    </TextLink>
  )
}
