import type { Revision } from '@lantern/contract/documents.ts'
import { useFormat } from '../format.ts'
import { useMessages } from '../messages.tsx'
import { useSession } from '../session.tsx'

/** "12:01 许青禾 · 第18版"; with its day where that is not today. */
export function RevisionLine({ revision }: { revision: Revision }) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const isToday = format.date(revision.at) === format.date(new Date().toISOString())
  const name =
    revision.by === null
      ? t('documents.the_site')
      : revision.by.id === user?.id
        ? t('documents.you')
        : revision.by.fullName
  return (
    <>
      <time className="num" dateTime={revision.at}>
        {isToday ? format.time(revision.at) : format.dateTime(revision.at)}
      </time>{' '}
      {t('documents.revision_of', { name, version: revision.version })}
    </>
  )
}
