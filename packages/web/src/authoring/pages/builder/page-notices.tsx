import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { OfferedCopy } from '../../conflict/offered-copy.tsx'
import { SaveProblems } from '../../editor-shell/save-problems.tsx'
import { outlineText, placeWords, valueText } from '../conflict/difference-text.ts'
import { PageConflictNotice } from '../conflict/page-conflict-notice.tsx'
import { findBlock } from '../model/block-tree.ts'
import { soundContent } from '../model/page-content.ts'
import type { PageDeskState } from '../model/page-desk.ts'
import { mergePages, pageDifferences } from '../model/page-differences.ts'
import styles from './builder.module.css'
import { useBuilder, usePageState } from './builder-context.ts'

/** What stands in the way of saving, with what is safe first and then what can be done. */
export function PageNotices() {
  const t = useMessages()
  const { status, conflict, offer, problem } = usePageState()
  return (
    <div className={styles.notices}>
      {conflict && <PageConflictNotice conflict={conflict} />}
      {offer && <OfferNotice offer={offer} />}
      <SaveProblems status={status} problem={problem} lostTitle={t('cms.builder_lost_title')} wayOut={<KeepAsFile />} />
    </div>
  )
}

function OfferNotice({ offer }: { offer: NonNullable<PageDeskState['offer']> }) {
  const t = useMessages()
  const { desk } = useBuilder()
  const { edits } = usePageState()
  const now = edits.content
  const offered = useMemo(() => soundContent(offer.forms.general), [offer])
  const differences = useMemo(() => pageDifferences(now, offered, null), [now, offered])
  const blockOf = (id: string) => findBlock(offered.blocks, id) ?? findBlock(now.blocks, id)
  return (
    <OfferedCopy
      keptAt={offer.keptAt}
      differences={differences}
      labelOf={(difference) => placeWords(difference, blockOf, t)}
      textOf={(value, { kind }) => (kind === 'order' ? outlineText(value, blockOf, t) : valueText(value, kind, t))}
      onTake={(choices) => void desk.takeOffer(choices ? mergePages(now, offered, choices) : undefined)}
      onDrop={() => void desk.dropOffer()}
    />
  )
}

/** For an editor who may not save here any more: all of the page, to be pasted or kept. */
function KeepAsFile() {
  const t = useMessages()
  const { edits, draft } = usePageState()
  const download = () => {
    const file = new Blob([JSON.stringify(edits.content, null, 2)], { type: 'application/json' })
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = `${draft.page.slug}.${draft.locale}.json`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Button size="s" theme="primary" onClick={download}>
      {t('authoring.download_draft')}
    </Button>
  )
}
