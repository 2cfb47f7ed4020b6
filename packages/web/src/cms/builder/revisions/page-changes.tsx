import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { getPageRevision } from '@lantern/contract/cms/pages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { ChangeList, type Sides } from '#kit/documents/change-list.tsx'
import { useMessages } from '#kit/messages.tsx'
import { usePageState } from '../builder-context.ts'
import { kindLabel, ownWords, pathLabel, valueWords } from '../form/field-words.ts'
import { findBlock } from '../model/block-tree.ts'

type Changes = ResponseOf<typeof getPageRevision>['changes']

type PageChangesProps = {
  changes: Changes
  /** The page as that revision has it: blocks are called as they were. */
  content: PageContent
  sides: Sides
}

/** Readable differences, one below the other: what it is, before, after. */
export function PageChanges({ changes, content, sides }: PageChangesProps) {
  const t = useMessages()
  const { edits } = usePageState()
  const nameOf = ({ blockId, blockKind, field }: Changes[number]) => {
    if (blockKind === '') return [t('cms.builder_page_settings'), pathLabel(field, t)].filter(Boolean).join(' · ')
    // what it took away is called as it stands now, if it does
    const block = findBlock(content.blocks, blockId) ?? findBlock(edits.content.blocks, blockId)
    const words = ownWords(block?.fields, 24)
    const kind = kindLabel(blockKind, t)
    const name = words ? t('cms.builder_block_named', { kind, words }) : kind
    return [name, pathLabel(field, t)].filter(Boolean).join(' · ')
  }
  return (
    <ChangeList
      changes={changes}
      placeOf={({ blockId, field }) => `${blockId} ${field}`}
      nameOf={nameOf}
      textOf={({ blockKind, field }, value) => valueWords({ kind: blockKind, path: field, value }, t)}
      sides={sides}
    />
  )
}
