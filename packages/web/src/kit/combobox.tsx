import { languageTag } from '@lantern/contract/locales.ts'
import { Combobox as ComboboxOfUi, type ComboboxProps } from '#ui/combobox.tsx'
import { useLocale, useMessages } from './messages.tsx'

/** The combobox in the language of the page. */
export function Combobox<Option>(props: Omit<ComboboxProps<Option>, 'locale' | 'none'>) {
  const t = useMessages()
  return <ComboboxOfUi {...props} locale={languageTag(useLocale())} none={t('documents.nothing_found')} />
}
