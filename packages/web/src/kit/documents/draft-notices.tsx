import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../later.tsx'
import type { Comparison } from './comparison.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import type { DraftSync, DraftSyncState, StoredDraft } from './draft-sync-state.ts'
import { SaveProblems } from './save-problems.tsx'

const OfferNotice = lazyPart(async () => ({ default: (await import('./offer-notice.tsx')).OfferNotice }))

type DraftNoticesProps<Forms> = {
  editor: Pick<DraftSync<Forms, StoredDraft<Forms>>, 'resolve' | 'takeOffer' | 'dropOffer'>
  state: DraftSyncState<Forms>
  comparison: Comparison<Forms>
  /** What else can be done in a conflict than to compare. */
  conflictActs?: ReactNode
  lostTitle: string
  /** Exports the text, for an author who may not save it any more. */
  wayOut: ReactNode
}

/** What stands in the way of saving, with what is safe first and then what can be done. */
export function DraftNotices<Forms>({
  editor,
  state,
  comparison,
  conflictActs,
  lostTitle,
  wayOut,
}: DraftNoticesProps<Forms>) {
  const { status, forms, conflict, offer, problem } = state
  return (
    <>
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          forms={forms}
          comparison={comparison}
          onResolve={(merged) => void editor.resolve(merged)}
          moreActs={conflictActs}
        />
      )}
      {offer && (
        <Suspense>
          <OfferNotice
            offer={offer}
            forms={forms}
            // lazy parts lose the type parameter; offer, forms and comparison are of one kind of document
            comparison={comparison as Comparison<unknown>}
            onTake={(chosen) => void editor.takeOffer(chosen as Partial<Forms> | undefined)}
            onDrop={() => void editor.dropOffer()}
          />
        </Suspense>
      )}
      <SaveProblems status={status} problem={problem} lostTitle={lostTitle} wayOut={wayOut} />
    </>
  )
}
