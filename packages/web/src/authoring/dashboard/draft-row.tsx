import type { DraftRow as Row } from '@lantern/contract/authoring/drafts.ts'
import { editLink } from '@lantern/contract/links.ts'
import { ItemRating, itemPicture, useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ClockIcon, EyeOffIcon, PencilIcon, UsersIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import styles from './draft-row.module.css'
import { DraftRowActs } from './draft-row-acts.tsx'

/** One thing that can be edited: what it is, how it stands, who saved it last and what learners make of it. */
export function DraftRow({ row, campus }: { row: Row; campus: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const { user } = useSession()
  const title = row.title || t('authoring.dashboard_untitled')
  const savedAt = format.dateTime(row.savedAt)
  const link = editLink(row, { campus })
  return (
    <li className={styles.row}>
      <Thumb image={itemPicture(row.thumbnailUrl)} size="default" />
      <div className={styles.what}>
        <h2 className={styles.heading}>
          <PageLink className={`${styles.title} clip-2`} to={link} lang={row.title ? row.language : undefined}>
            {title}
          </PageLink>
        </h2>
        <p className={styles.states}>
          <Badge tone={row.published ? 'good' : 'plain'}>
            {t(row.published ? 'authoring.dashboard_status_published' : 'authoring.dashboard_status_draft')}
          </Badge>
          {row.published && row.unpublishedChanges && (
            <Badge tone="warn">{t('authoring.dashboard_unpublished_changes')}</Badge>
          )}
          {row.planned && <PlannedBadge planned={row.planned} />}
          {row.audience && (
            <Badge icon={<UsersIcon />}>{t(`authoring.audience_row_${row.audience.audience}`, row.audience)}</Badge>
          )}
          {row.hidden && <Badge icon={<EyeOffIcon />}>{t('authoring.dashboard_hidden')}</Badge>}
          <span className="muted small">{words.language(row.language)}</span>
        </p>
        <p className={`meta ${styles.saved}`}>
          <time dateTime={row.savedAt}>
            {row.savedBy
              ? t('authoring.dashboard_saved_by', { time: savedAt, name: row.savedBy.fullName })
              : t('authoring.dashboard_saved', { time: savedAt })}
          </time>
          {row.owner && row.owner.id !== user?.id && row.owner.id !== row.savedBy?.id && (
            <span>{t('authoring.dashboard_owner_of', { name: row.owner.fullName })}</span>
          )}
        </p>
      </div>
      <p className={`meta ${styles.learners}`}>
        {row.recordCount > 0 && <span>{t('catalog.learners', { count: format.compact(row.recordCount) })}</span>}
        {row.ratingCount > 0 && <ItemRating stats={row} />}
      </p>
      <div className={styles.acts}>
        <LinkButton
          size="s"
          className={styles.edit}
          to={link}
          icon={<PencilIcon />}
          aria-label={t('authoring.dashboard_edit_of', { title })}
        >
          <span className={styles.word}>{t('authoring.dashboard_edit')}</span>
        </LinkButton>
        <DraftRowActs row={row} campus={campus} title={title} />
      </div>
    </li>
  )
}

/** What happens to it by itself next, in the time of the site. */
function PlannedBadge({ planned: { action, at, failed } }: { planned: NonNullable<Row['planned']> }) {
  const t = useMessages()
  const format = useFormat()
  if (failed) return <Badge tone="bad">{t('authoring.dashboard_planned_failed')}</Badge>
  return <Badge icon={<ClockIcon />}>{t(`authoring.dashboard_planned_${action}`, { time: format.dateTime(at) })}</Badge>
}
