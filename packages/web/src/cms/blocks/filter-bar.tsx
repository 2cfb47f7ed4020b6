import { useMessages } from '#kit/messages.tsx'
import { ToEditor } from '../page-blocks.tsx'
import { type BlockProps, usePageContext } from '../page-context.ts'

/** Filters that lead on to the search, and the topics of the site. */
export function FilterBarBlock({ block }: BlockProps<'filter-bar'>) {
  const t = useMessages()
  const { filterBar } = usePageContext().slots
  if (!filterBar) return <ToEditor>{t('cms.shown_on_page')}</ToEditor>
  return filterBar(block.fields.bar)
}
