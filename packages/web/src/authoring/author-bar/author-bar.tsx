import { type Authored, mayEdit } from '@lantern/contract/authoring/rights.ts'
import { editLink } from '@lantern/contract/links.ts'
import { useMessages } from '#kit/messages.tsx'
import { authorOf, type Session, useSession } from '#kit/session.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ChartColumnIcon, EyeIcon, PencilIcon } from '#ui/icons.tsx'
import styles from './author-bar.module.css'

/** What decides whether the bar is there and where it leads. */
export interface BarItem extends Authored {
  id: string
  type: string
  published: boolean
}

export interface AuthorBarProps {
  item: BarItem
  /** The draft is shown, as it would be published. */
  preview: boolean
}

/** For editors of the shown item. In a preview it says that learners do not see this yet. */
export function AuthorBar({ item, preview }: AuthorBarProps) {
  const t = useMessages()
  const session = useSession()
  if (!isEditable(session, item) || !(item.published || preview)) return null
  const campus = item.organisationId !== null
  return (
    <section className={styles.bar} aria-label={t('authoring.author_bar')}>
      <p className={styles.words}>
        {preview && <EyeIcon className="icon-s" />}
        {t(preview ? 'authoring.bar_preview' : 'authoring.bar_yours')}
      </p>
      {item.published && item.type !== 'liveSession' && (
        <LinkButton
          size="s"
          theme="quiet"
          to={`/creator/insights/${encodeURIComponent(item.id)}`}
          icon={<ChartColumnIcon className="icon-s" />}
        >
          {t('authoring.dashboard_insights')}
        </LinkButton>
      )}
      <LinkButton size="s" to={editLink(item, { campus })} icon={<PencilIcon className="icon-s" />}>
        {t(preview ? 'authoring.back_to_edit' : 'authoring.dashboard_edit')}
      </LinkButton>
    </section>
  )
}

const editable = ['tutorial', 'project', 'course', 'quiz', 'liveSession']

/** By the same rule as the server, of what a page knows of the person. */
function isEditable(session: Session, item: BarItem): boolean {
  const author = authorOf(session)
  return author !== null && editable.includes(item.type) && mayEdit(author, item)
}
