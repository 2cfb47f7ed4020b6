import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { useMessages } from '#kit/messages.tsx'
import { SideBySide } from '../../conflict/side-by-side.tsx'
import changes from '../../revisions/revisions.module.css'
import { outlineText, placeWords, valueText } from '../conflict/difference-text.ts'
import { findBlock } from '../model/block-tree.ts'
import { pageDifferences } from '../model/page-differences.ts'
import { usePageState } from './builder-context.ts'

/** What would change when a kept copy is taken over. */
export function OfferedChanges({ offered }: { offered: PageContent }) {
  const t = useMessages()
  const { edits } = usePageState()
  const now = edits.content
  const differences = pageDifferences(now, offered, null)
  if (differences.length === 0) return <p className="muted">{t('authoring.no_changes')}</p>
  const blockOf = (id: string) => findBlock(offered.blocks, id) ?? findBlock(now.blocks, id)
  const textOf = (value: unknown, kind: 'field' | 'element' | 'order') =>
    kind === 'order' ? outlineText(value, blockOf, t) : valueText(value, kind, t)
  return (
    <ol className={changes.changes}>
      {differences.map((difference) => (
        <li key={difference.id}>
          <h3>{placeWords(difference, blockOf, t)}</h3>
          <SideBySide
            one={{ title: t('authoring.before'), text: textOf(difference.mine, difference.kind) }}
            other={{ title: t('authoring.after'), text: textOf(difference.theirs, difference.kind) }}
            empty={t('authoring.nothing_there')}
          />
        </li>
      ))}
    </ol>
  )
}
