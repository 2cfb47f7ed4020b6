import type { Item } from '@lantern/contract/catalog/items.ts'
import { contentLink } from '@lantern/contract/links.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { TextLink } from '#ui/link.tsx'
import styles from './item-detail.module.css'
import { useItemWords } from './item-words.ts'
import { useReadVersion } from './read-version.ts'

/** The same work in other languages. */
export function OtherLanguages({ item }: { item: Pick<Item, 'translations'> }) {
  const t = useMessages()
  const locale = useLocale()
  const words = useItemWords()
  const uv = useReadVersion()
  if (item.translations.length === 0) return null
  return (
    <p className={`meta ${styles.figures}`}>
      <span>{t('catalog.also_in')}</span>
      {item.translations.map((other) => (
        <TextLink
          key={other.id}
          to={contentLink(other, { locale, uv })}
          lang={other.language}
          hrefLang={other.language}
        >
          {words.language(other.language)}
        </TextLink>
      ))}
    </p>
  )
}
