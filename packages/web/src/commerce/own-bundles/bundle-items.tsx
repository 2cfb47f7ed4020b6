import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { mostBundleItems } from '@lantern/contract/commerce/bundle-rules.ts'
import type { BundleItem, findBundleItems } from '@lantern/contract/commerce/own-bundles.ts'
import { useId } from 'react'
import { itemPicture, useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { FindItem } from '#kit/find-item.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { OrderedItems } from '#kit/ordered-items.tsx'
import { Badge } from '#ui/badge.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Thumb } from '#ui/image.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './own-bundles.module.css'
import type { BundleEditing } from './use-bundle-editor.ts'

/** The items of a bundle: own paid ones, found by their titles and put in order. */
export function BundleItems({ editing: { draft, change, errorOf } }: { editing: BundleEditing }) {
  const t = useMessages()
  const id = useId()
  const { items } = draft
  const label = t('commerce.own_bundles.items')
  const error = errorOf('itemIds')
  const set = (next: BundleItem[]) => change({ items: next })
  return (
    <Panel className={styles.fields}>
      <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
        <legend>{label}</legend>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {items.length < mostBundleItems && (
          <FindItem<BundleItem>
            label={t('commerce.own_bundles.add_item')}
            find={findOwnItems}
            taken={items.map((item) => item.id)}
            onTake={(item) => set([...items, item])}
          >
            {(item) => <ItemRow item={item} />}
          </FindItem>
        )}
        <OrderedItems
          label={label}
          items={items}
          keyOf={(item) => item.id}
          nameOf={({ title, id }) => title || id}
          onChange={set}
        >
          {(item) => <ItemRow item={item} />}
        </OrderedItems>
      </fieldset>
    </Panel>
  )
}

/** An item as the editor names it: picture, title, type, what it costs on its own, and what keeps it from being sold. */
function ItemRow({ item: { id, title, type, language, thumbnailUrl, price, problem } }: { item: BundleItem }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  return (
    <span className={styles.itemLine}>
      <Thumb image={itemPicture(thumbnailUrl)} size="sticker" className={styles.itemThumb} />
      <span className={styles.facts}>
        <span className="clip-3" lang={language || undefined}>
          {title || id}
        </span>
        <span className={`tiny muted ${styles.itemFacts}`}>
          {type && <span>{words.type(type as ItemType)}</span>}
          {price > 0 && <span className="num">{format.price(price)}</span>}
          {problem && <Badge tone="warn">{t(`commerce.own_bundles.problem_${problem}`)}</Badge>}
        </span>
      </span>
    </span>
  )
}

/** Own paid items. */
async function findOwnItems(words: string): Promise<readonly BundleItem[]> {
  const query = words ? { q: words } : {}
  return (await call<typeof findBundleItems>('GET /api/learn/creator/bundle/items', { query })).results
}
