import { useMessages } from '#kit/messages.tsx'
import { ToEditor } from '../page-blocks.tsx'
import { type BlockProps, useHeadingLevel, usePageContext } from '../page-context.ts'

/** The way from the first lesson to the last, by skill level. */
export function LearningPathBlock({ block: { id } }: BlockProps<'learning-path'>) {
  const t = useMessages()
  const level = useHeadingLevel(id)
  const { learningPath } = usePageContext().slots
  if (!learningPath) return <ToEditor>{t('cms.shown_on_page')}</ToEditor>
  return learningPath(level)
}
