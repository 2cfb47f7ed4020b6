import { useMessages } from '#kit/messages.tsx'

/** "Required", beside the label of a field that a page is not published without. */
export function useMark({ required }: { required?: true }): string | undefined {
  const t = useMessages()
  return required ? t('cms.builder_required') : undefined
}
