import type { PublicUser } from '@lantern/contract/catalog/items.ts'
import { displayedOwner } from '@lantern/contract/catalog/owner-display.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import styles from './author.module.css'

interface AuthorProps {
  owner: PublicUser | undefined
  /** Of what is said of the author: that of the work. */
  language: string
  /** What of the page is this author's. */
  share?: string
}

/** An official author under the own name, every other owner as the site's team. */
export function Author({ owner, language, share }: AuthorProps) {
  const t = useMessages()
  const { site } = useSite()
  const shown = displayedOwner(owner)
  if (shown.kind === 'team') {
    return (
      <div className={styles.author}>
        <Avatar name={site.name} size="l" />
        <div>
          <h3>{t('catalog.official_team', { site: site.name })}</h3>
          <p className="small muted">{share ?? t('catalog.official_team_note')}</p>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.author}>
      <Avatar name={shown.name} src={shown.avatar} size="l" />
      <div>
        <h3 lang={language}>{shown.name}</h3>
        {(owner?.title || share) && (
          <p className="meta">
            {owner?.title && <span lang={language}>{owner.title}</span>}
            {share && <span>{share}</span>}
          </p>
        )}
        {owner?.description && (
          <p className={styles.about} lang={language}>
            {owner.description}
          </p>
        )}
      </div>
    </div>
  )
}
