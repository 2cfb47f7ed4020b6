import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { OfferFrame } from '../../conflict/offer-frame.tsx'
import { SaveProblems } from '../../frame/save-problems.tsx'
import { PageConflictNotice } from '../conflict/page-conflict-notice.tsx'
import { soundContent } from '../model/page-content.ts'
import type { PageDeskState } from '../model/page-desk.ts'
import styles from './builder.module.css'
import { useBuilder, usePageState } from './builder-context.ts'
import { OfferedChanges } from './offered-changes.tsx'

/** What stands in the way of saving, with what is safe first and then what can be done. */
export function PageNotices() {
  const t = useMessages()
  const { status, conflict, offer, problem } = usePageState()
  return (
    <div className={styles.notices}>
      {conflict && <PageConflictNotice conflict={conflict} />}
      {offer && <OfferedCopy offer={offer} />}
      <SaveProblems status={status} problem={problem} lostTitle={t('cms.builder_lost_title')} wayOut={<KeepAsFile />} />
    </div>
  )
}

function OfferedCopy({ offer }: { offer: NonNullable<PageDeskState['offer']> }) {
  const { desk } = useBuilder()
  return (
    <OfferFrame keptAt={offer.keptAt} onTake={() => desk.takeOffer()} onDrop={() => void desk.dropOffer()}>
      <OfferedChanges offered={soundContent(offer.forms.general)} />
    </OfferFrame>
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
