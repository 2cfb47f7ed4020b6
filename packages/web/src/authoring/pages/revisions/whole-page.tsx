import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { WholeText } from '../../revisions/whole-text.tsx'
import { outlineText, placeWords, valueText } from '../conflict/difference-text.ts'
import { findBlock } from '../model/block-tree.ts'
import { soundContent } from '../model/page-content.ts'
import { pageDifferences } from '../model/page-differences.ts'

/** A page as it stood, read as a text. */
export function WholePage({ content }: { content: PageContent }) {
  const t = useMessages()
  const places = useMemo(() => {
    const sound = soundContent(content)
    const blockOf = (id: string) => findBlock(sound.blocks, id)
    return pageDifferences(emptyContent(''), sound, null).map((difference) => ({
      id: difference.id,
      label: placeWords(difference, blockOf, t),
      text:
        difference.kind === 'order'
          ? outlineText(difference.theirs, blockOf, t)
          : valueText(difference.theirs, difference.kind, t),
    }))
  }, [content, t])
  return <WholeText places={places} />
}
