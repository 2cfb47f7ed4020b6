import type { classTeachingTopic, OwnTeaching } from '@lantern/contract/campus/class-teaching.ts'
import { useMessages } from '#kit/messages.tsx'
import { useFollowedPage } from '#kit/use-followed-page.ts'
import { LinkButton } from '#ui/button.tsx'
import { RadioIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'

/** For a learner of the class: it is taught now, and where. */
export function ClassTaught({ classId, teaching }: { classId: string; teaching: OwnTeaching['teaching'] }) {
  const t = useMessages()
  useFollowedPage<typeof classTeachingTopic>('class-teaching/:classId', { classId })
  if (!teaching) return null
  const { path, title, language } = teaching.item
  return (
    <Notice
      live
      tone="good"
      icon={<RadioIcon />}
      actions={
        <LinkButton size="s" to={path}>
          {t('campus.follow_join')}
        </LinkButton>
      }
    >
      <strong>{t('campus.teach_live')}</strong> <span lang={language}>{title}</span>
    </Notice>
  )
}
