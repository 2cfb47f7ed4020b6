import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export const moderationPath = '/admin/learn/moderation'

export type ModerationPageName = 'open' | 'mine' | 'appealed' | 'decided' | 'words' | 'stats'

interface ModerationTabsProps {
  current: ModerationPageName
  /** How many cases wait, where the page has read it. */
  waiting?: { open: number; mine: number; appealed: number }
}

const pages: Record<ModerationPageName, string> = {
  open: moderationPath,
  mine: `${moderationPath}?status=mine`,
  appealed: `${moderationPath}?status=appealed`,
  decided: `${moderationPath}?status=decided`,
  words: '/admin/learn/words',
  stats: '/admin/learn/report-stats',
}

/** The way from one page of moderators to another. */
export function ModerationTabs({ current, waiting }: ModerationTabsProps): ReactNode {
  const t = useMessages()
  const names = Object.keys(pages) as ModerationPageName[]
  return (
    <LinkTabs
      label={t('community.moderation')}
      tabs={names.map((name) => ({
        to: pages[name],
        label: t(`community.moderation_${name}`),
        current: name === current,
        count: waiting && name in waiting ? waiting[name as keyof typeof waiting] : undefined,
      }))}
    />
  )
}
