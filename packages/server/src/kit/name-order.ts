import { type RawBuilder, sql } from 'kysely'

/**
 * The name of a person as people look for it in a list: numbers by their value, then Chinese by pinyin, then letters. For
 * `order by`, and for keys that follow such an order.
 */
export function inNameOrder(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${name}) collate names`
}

/** The same for names that count, as those of classes and groups do: 二班 comes before 十一班. */
export function inCountedOrder(name: RawBuilder<unknown>): RawBuilder<string> {
  return inNameOrder(sql`with_digits(${name})`)
}
