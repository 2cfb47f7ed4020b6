import { useMessages } from '#kit/messages.tsx'
import { ToEditor } from '../page-blocks.tsx'
import { type BlockProps, useHeadingLevel, usePageContext } from '../page-context.ts'

/** One of the catalogue's own lists, with its filters, and more of it at its end. */
export function CatalogListBlock({ block }: BlockProps<'catalog-list'>) {
  const t = useMessages()
  const level = useHeadingLevel(block.id)
  const { catalogList } = usePageContext().slots
  if (!catalogList) return <ToEditor>{t('cms.shown_on_page')}</ToEditor>
  return catalogList(block, level)
}
