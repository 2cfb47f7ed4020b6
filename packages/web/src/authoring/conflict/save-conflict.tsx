import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { GitMergeIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'

type SaveConflictProps = {
  theirs: { savedBy: { fullName: string } | null; savedAt: string; version: number }
  /** What both began from is known. */
  hasBase: boolean
  /** How many differences there are to decide. */
  count: number
  onCompare: () => void
  /** What else can be done than to compare. */
  moreActs?: ReactNode
}

/** Somebody else saved the same. Both texts are whole: nothing happens to either before it is chosen. */
export function SaveConflict({ theirs, hasBase, count, onCompare, moreActs }: SaveConflictProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Notice
      tone="warn"
      live
      icon={<GitMergeIcon />}
      actions={
        <>
          <Button size="s" theme="primary" onClick={onCompare}>
            {t('authoring.compare')}
          </Button>
          {moreActs}
        </>
      }
    >
      <strong>
        {t(hasBase ? 'authoring.conflict_title' : 'authoring.conflict_old_title', {
          name: theirs.savedBy?.fullName ?? t('authoring.somebody'),
          time: format.time(theirs.savedAt),
          version: theirs.version,
          count,
        })}
      </strong>
      <br />
      <span className="muted">{t('authoring.conflict_text')}</span>
    </Notice>
  )
}
