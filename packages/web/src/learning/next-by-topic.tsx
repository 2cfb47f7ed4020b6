import type { Item } from '@lantern/contract/catalog/items.ts'
import type { ItemList, listCatalog } from '@lantern/contract/catalog/lists.ts'
import { useEffect, useRef, useState } from 'react'
import { ItemCard } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { CardGrid, CardItem } from '#ui/card.tsx'
import styles from './lesson-end.module.css'

/** How many are offered: enough to choose, few enough to begin one. */
const offered = 2

/** What there is besides on the topics of a lesson and is not done yet; read when one gets there. */
export function NextByTopic({ item }: { item: Item }) {
  const t = useMessages()
  const place = useRef<HTMLDivElement>(null)
  const [list, setList] = useState<ItemList | null>(null)
  const topics = item.topicIds.join(' ')
  const { language } = item

  useEffect(() => {
    const element = place.current
    if (element === null || topics === '') return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      const query = { type: ['tutorial', 'project'] as const, topic: topics.split(' '), language, pageSize: 12 }
      call<typeof listCatalog>('GET /api/learn/catalog/list', { query: { ...query, type: [...query.type] } }).then(
        setList,
        // an offer that cannot be read is left out
        () => undefined,
      )
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [topics, language])

  const others = (list?.results ?? [])
    .filter(({ id }) => id !== item.id && !list?.learner.recordMap[id]?.completed)
    .flatMap(({ id }) => list?.itemMap[id] ?? [])
    .slice(0, offered)
  return (
    <div ref={place}>
      {others.length > 0 && (
        <>
          <h2 className={styles.heading}>{t('learning.same_topic')}</h2>
          <CardGrid className={styles.others}>
            {others.map((other) => (
              <CardItem key={other.id}>
                <ItemCard item={other} stats={list?.statsMap[other.id]} record={list?.learner.recordMap[other.id]} />
              </CardItem>
            ))}
          </CardGrid>
        </>
      )}
    </div>
  )
}
