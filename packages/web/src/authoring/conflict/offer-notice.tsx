import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useDeskState, useEditorDesk } from '../editor-shell/desk-context.tsx'
import type { DeskConflict, DeskOffer, DraftOf } from '../editor-shell/desk-state.ts'
import type { AnyForms } from '../editor-shell/editor-kind.ts'
import { conflictDifferences, resolvedParts } from './conflict-differences.ts'
import { differenceWords, valueText } from './difference-words.ts'
import { OfferedCopy } from './offered-copy.tsx'

export function OfferNotice({ offer }: { offer: DeskOffer<AnyForms> }) {
  const t = useMessages()
  const { desk, references } = useEditorDesk()
  const { forms } = useDeskState()
  const offered = useMemo(() => ({ ...forms, ...offer.forms }) as AnyForms, [forms, offer])
  const beside = useMemo(() => besides(offer, offered), [offer, offered])
  const differences = useMemo(() => conflictDifferences(beside, forms), [beside, forms])
  const both = [offered, forms]
  return (
    <OfferedCopy
      keptAt={offer.keptAt}
      differences={differences}
      labelOf={(difference) => differenceWords(difference, both, t)}
      textOf={(value, difference) => valueText(value, difference, { references, forms: both, t })}
      onTake={(choices) => void desk.takeOffer(choices ? resolvedParts(beside, forms, choices) : undefined)}
      onDrop={() => void desk.dropOffer()}
    />
  )
}

/** What was left behind, as the text of somebody else beside what stands there. */
function besides(offer: DeskOffer<AnyForms>, forms: AnyForms): DeskConflict<AnyForms> {
  const parts = Object.keys(offer.forms) as DeskConflict<AnyForms>['parts']
  // of the other text nothing but its forms is compared
  return { parts, theirs: { forms } as DraftOf<AnyForms>, base: null }
}
