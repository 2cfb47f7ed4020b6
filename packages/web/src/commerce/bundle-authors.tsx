import type { ItemCard, PublicUser } from '@lantern/contract/catalog/items.ts'
import { displayedOwner } from '@lantern/contract/catalog/owner-display.ts'
import { Author } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './bundle-page.module.css'

interface BundleAuthor {
  owner: PublicUser | undefined
  /** Of the first work that is theirs. */
  language: string
  /** Places of their works in the bundle, from 1. */
  places: number[]
}

/** The authors of these parts in order: each official one, and the site's team once for all others. */
export function authorsOf(parts: readonly ItemCard[], userMap: Readonly<Record<string, PublicUser>>): BundleAuthor[] {
  const authors = new Map<string, BundleAuthor>()
  for (const [at, { ownerId, language }] of parts.entries()) {
    const owner = userMap[ownerId]
    const key = displayedOwner(owner).kind === 'self' ? ownerId : 'team'
    const author = authors.get(key) ?? { owner, language, places: [] }
    author.places.push(at + 1)
    authors.set(key, author)
  }
  return [...authors.values()]
}

export function BundleAuthors({ authors }: { authors: readonly BundleAuthor[] }) {
  const t = useMessages()
  const format = useFormat()
  if (authors.length === 0) return null
  return (
    <section aria-labelledby="bundle-authors">
      <div className="section-head">
        <h2 id="bundle-authors">{t('catalog.tab_author')}</h2>
      </div>
      <Panel padded={false}>
        <ul className={styles.authors}>
          {authors.map(({ owner, language, places }) => (
            <li key={places[0]}>
              <Author
                owner={owner}
                language={language}
                share={t('commerce.bundle_places', { count: places.length, places: format.list(places.map(String)) })}
              />
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  )
}
