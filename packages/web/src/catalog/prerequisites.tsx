import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { CircleCheckIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { useCardAddress } from './card-address.ts'
import { itemCover } from './item-picture.ts'
import { useItemWords } from './item-words.ts'
import styles from './prerequisites.module.css'
import rowLink from './row-link.module.css'

type PrerequisitesProps = {
  item: Pick<Item, 'prerequisites' | 'learnedPrerequisites' | 'contentMap'>
  className?: string
}

/** What its author advises to learn first, and which of it the learner has learned. Nothing is locked by it. */
export function Prerequisites({ item, className }: PrerequisitesProps) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const addressOf = useCardAddress()
  const cards = item.prerequisites.flatMap((id) => item.contentMap[id] ?? [])
  if (cards.length === 0) return null
  const left = cards.filter(({ id }) => !item.learnedPrerequisites.includes(id)).length
  return (
    <section aria-labelledby="prerequisites-title" className={classNames(styles.before, className)}>
      <h2 id="prerequisites-title">{t('catalog.prerequisites')}</h2>
      <p className="small muted">
        {t(left === 0 ? 'catalog.prerequisites_learned_all' : 'catalog.prerequisites_text')}
      </p>
      <ul className={styles.list}>
        {cards.map((card) => {
          const minutes = minutesOf(card)
          return (
            <li key={card.id} className={styles.card}>
              <Thumb image={itemCover(card)} size="default" />
              <div className="grow">
                <PageLink className={rowLink.link} to={addressOf(card)} lang={card.language}>
                  {card.title}
                </PageLink>
                <p className="meta">
                  <span>{words.type(card.type)}</span>
                  {card.skillLevel && <span>{words.level(card.skillLevel)}</span>}
                  {minutes > 0 && <span>{format.duration(minutes)}</span>}
                </p>
                {item.learnedPrerequisites.includes(card.id) && (
                  <p className={styles.learned}>
                    <CircleCheckIcon className="icon-s" />
                    {t('catalog.prerequisite_learned')}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
