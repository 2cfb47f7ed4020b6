import type { getPageRevision } from '@lantern/contract/cms/pages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useMessages } from '#kit/messages.tsx'
import { SideBySide } from '../../conflict/side-by-side.tsx'
import styles from '../../revisions/revisions.module.css'
import { usePageState } from '../builder/builder-context.ts'
import { kindLabel, ownWords, pathLabel } from '../form/field-words.ts'
import { findBlock } from '../model/block-tree.ts'

type Changes = ResponseOf<typeof getPageRevision>['changes']

/** Readable differences, one below the other: what it is, before, after. */
export function PageChanges({ changes }: { changes: Changes }) {
  const t = useMessages()
  const { edits } = usePageState()
  if (changes.length === 0) return <p className="muted">{t('authoring.no_changes')}</p>
  const nameOf = ({ blockId, blockKind, field }: Changes[number]) => {
    if (blockKind === '') return [t('cms.builder_page_settings'), pathLabel(field, t)].filter(Boolean).join(' · ')
    const words = ownWords(findBlock(edits.content.blocks, blockId)?.fields, 24)
    const kind = kindLabel(blockKind, t)
    const block = words ? t('cms.builder_block_named', { kind, words }) : kind
    return [block, pathLabel(field, t)].filter(Boolean).join(' · ')
  }
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
                one={{ title: t('authoring.before'), text: change.before }}
                other={{ title: t('authoring.after'), text: change.after }}
                empty={t('authoring.nothing_there')}
              />
            )
          )}
        </li>
      ))}
    </ol>
  )
}
