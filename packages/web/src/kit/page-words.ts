import { useMessages } from './messages.tsx'

/** What the pages of a list are called, for `Pagination`. */
export function usePageWords() {
  const t = useMessages()
  return {
    label: t('kit.pages'),
    pageLabel: (page: number) => t('kit.page', { page }),
    previousLabel: t('kit.page_previous'),
    nextLabel: t('kit.page_next'),
  }
}
