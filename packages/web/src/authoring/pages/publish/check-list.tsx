import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import { useMessages } from '#kit/messages.tsx'
import { CircleAlertIcon, TriangleAlertIcon } from '#ui/icons.tsx'
import { useBuilder, usePageState } from '../builder/builder-context.ts'
import { faultText, kindLabel, ownWords, pathLabel } from '../form/field-words.ts'
import { findBlock } from '../model/block-tree.ts'
import styles from './publish.module.css'

/** Every fault in a sentence; a press leads to the field it is about. */
export function CheckList({ faults, onGo }: { faults: readonly PageFault[]; onGo: () => void }) {
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
    <ul className={styles.checks}>
      {faults.map((fault) => (
        <li key={`${fault.kind} ${fault.blockId} ${fault.field} ${fault.value}`}>
          <button
            type="button"
            className={styles.check}
            data-tone={isError(fault) ? 'bad' : 'warn'}
            onClick={() => {
              onGo()
              goTo(fault.blockId, fault.field)
            }}
          >
            {isError(fault) ? <CircleAlertIcon /> : <TriangleAlertIcon />}
            <span>
              <span className="small muted">{whereOf(fault)}</span>
              <br />
              {faultText(fault, t)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
