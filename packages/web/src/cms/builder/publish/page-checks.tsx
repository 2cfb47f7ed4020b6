import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import { FoundLists } from '#kit/documents/found-lists.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { faultText, kindLabel, ownWords, pathLabel } from '../form/field-words.ts'
import { findBlock } from '../model/block-tree.ts'

/** Faults of a page; a press leads to the block and its field. */
export function PageChecks({ faults, onGo }: { faults: readonly PageFault[]; onGo: () => void }) {
  const t = useMessages()
  const { goTo } = useBuilder()
  const { edits } = usePageState()
  const whereOf = ({ blockId, field }: PageFault) => {
    const block = findBlock(edits.content.blocks, blockId)
    const words = ownWords(block?.fields, 24)
    const name = block ? [kindLabel(block.kind, t), words].filter(Boolean).join('·') : t('cms.builder_page_settings')
    return [name, pathLabel(field, t, edits.content.packages)].filter(Boolean).join(' › ')
  }
  return (
    <FoundLists
      rows={faults.map((fault) => ({
        key: `${fault.kind} ${fault.blockId} ${fault.field} ${fault.value}`,
        tone: isError(fault) ? 'bad' : 'warn',
        where: whereOf(fault),
        text: faultText(fault, t),
        onGo() {
          onGo()
          goTo(fault.blockId, fault.field)
        },
      }))}
    />
  )
}
