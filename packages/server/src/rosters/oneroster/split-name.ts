import { type RawBuilder, sql } from 'kysely'

// A name is one text here and two in OneRoster. Put together again (`wholeName`) the two are the name that they were.

const longFamilies =
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 令狐'

/** How many signs of a name in Chinese signs are the family's. */
export function familyLength(name: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when length(${name}) > 2 and left(${name}, 2) = any (${longFamilies.split(' ')}::text[]) then 2 else 1 end`
}
