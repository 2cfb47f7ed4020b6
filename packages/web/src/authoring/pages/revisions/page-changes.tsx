import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import type { getPageRevision } from '@lantern/contract/cms/pages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useMessages } from '#kit/messages.tsx'
import { SideBySide } from '../../conflict/side-by-side.tsx'
import type { Sides } from '../../revisions/revision-history.tsx'
import styles from '../../revisions/revisions.module.css'
import { usePageState } from '../builder/builder-context.ts'
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
  if (changes.length === 0) return <p className="muted">{t('authoring.no_changes')}</p>
  const nameOf = ({ blockId, blockKind, field }: Changes[number]) => {
    if (blockKind === '') return [t('cms.builder_page_settings'), pathLabel(field, t)].filter(Boolean).join(' · ')
    // what it took away is called as it stands now, if it does
    const block = findBlock(content.blocks, blockId) ?? findBlock(edits.content.blocks, blockId)
    const words = ownWords(block?.fields, 24)
    const kind = kindLabel(blockKind, t)
    const name = words ? t('cms.builder_block_named', { kind, words }) : kind
    return [name, pathLabel(field, t)].filter(Boolean).join(' · ')
  }
  const words = ({ blockKind, field }: Changes[number], value: string) =>
    valueWords({ kind: blockKind, path: field, value }, t)
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.blockId} ${change.field} ${change.kind}`}>
          <h3>{t(`authoring.change_${change.kind}`, { what: nameOf(change) })}</h3>
          {change.kind === 'moved' ? (
            <p className="muted">{t('authoring.moved_from_to', { before: change.before, after: change.after })}</p>
          ) : (
            (change.before !== '' || change.after !== '') && (
              <SideBySide
                one={{ title: sides.before, text: words(change, change.before) }}
                other={{ title: sides.after, text: words(change, change.after) }}
                empty={t('authoring.nothing_there')}
              />
            )
          )}
        </li>
      ))}
    </ol>
  )
}
