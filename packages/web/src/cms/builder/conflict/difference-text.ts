import type { KeptBlock, PageContent } from '@lantern/contract/cms/blocks.ts'
import type { Difference } from '#kit/documents/differences.ts'
import type { Translate } from '#kit/messages.tsx'
import { fieldLabel, kindLabel, ownWords, readableValue } from '../form/field-words.ts'

type BlockOf = (id: string) => KeptBlock | null

function blockName(block: Pick<KeptBlock, 'kind' | 'fields'> | null, t: Translate): string {
  if (!block) return ''
  const words = ownWords(block.fields, 24)
  return words ? t('cms.builder_block_named', { kind: kindLabel(block.kind, t), words }) : kindLabel(block.kind, t)
}

export function placeWords({ path }: Difference, blockOf: BlockOf, t: Translate): string {
  const [where = '', id = '', field] = path
  if (where === 'order') return t('cms.builder_order_of_blocks')
  if (where === 'page') return `${t('cms.builder_page_settings')} · ${fieldLabel(id, t)}`
  if (where === 'blocks') return [blockName(blockOf(id), t), field && fieldLabel(field, t)].filter(Boolean).join(' · ')
  return t(`cms.builder_${where as keyof Pick<PageContent, 'packages' | 'filters' | 'sortings'>}`)
}

export function valueText(value: unknown, kind: Difference['kind'], t: Translate): string {
  if (kind !== 'element') return readableValue(value, t)
  return value === undefined
    ? ''
    : readableValue((value as KeptBlock).fields, t) || kindLabel((value as KeptBlock).kind, t)
}

/** One block a line, what lies in another one further in. */
export function outlineText(value: unknown, blockOf: BlockOf, t: Translate, level = 0): string {
  if (!Array.isArray(value)) return ''
  return value
    .map((one) =>
      Array.isArray(one)
        ? `${'　'.repeat(level)}${blockName(blockOf(String(one[0])), t)}\n${outlineText(one[1], blockOf, t, level + 1)}`
        : `${'　'.repeat(level)}${blockName(blockOf(String(one)), t)}`,
    )
    .join('\n')
}
