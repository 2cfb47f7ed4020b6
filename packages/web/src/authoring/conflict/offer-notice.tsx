import { useMemo, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { DeskConflict, DeskOffer, DraftOf } from '../frame/desk-state.ts'
import type { AnyForms } from '../frame/editor-kind.ts'
import { conflictDifferences, resolvedParts } from './conflict-differences.ts'
import { differenceWords, valueText } from './difference-words.ts'
import { OfferFrame } from './offer-frame.tsx'
import { choicesWithout, OfferedDifferences } from './offered-differences.tsx'

export function OfferNotice({ offer }: { offer: DeskOffer<AnyForms> }) {
  const t = useMessages()
  const { desk, references } = useEditorDesk()
  const { forms } = useDeskState()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const offered = useMemo(() => ({ ...forms, ...offer.forms }) as AnyForms, [forms, offer])
  const beside = useMemo(() => besides(offer, offered), [offer, offered])
  const differences = useMemo(() => conflictDifferences(beside, forms), [beside, forms])
  const both = [offered, forms]
  const take = () => {
    // all of it as it was kept: where it is older than what stands there, both are shown to choose from
    if (left.size === 0) return desk.takeOffer()
    return desk.takeOffer(resolvedParts(beside, forms, choicesWithout(differences, left)))
  }
  return (
    <OfferFrame
      keptAt={offer.keptAt}
      isEmpty={left.size > 0 && left.size === differences.length}
      onTake={() => void take()}
      onDrop={() => void desk.dropOffer()}
    >
      <OfferedDifferences
        differences={differences}
        labelOf={(difference) => differenceWords(difference, both, t)}
        textOf={(value, difference) => valueText(value, difference, { references, forms: both, t })}
        left={left}
        onLeft={setLeft}
      />
    </OfferFrame>
  )
}

/** What was left behind, as the text of somebody else beside what stands there. */
function besides(offer: DeskOffer<AnyForms>, forms: AnyForms): DeskConflict<AnyForms> {
  const parts = Object.keys(offer.forms) as DeskConflict<AnyForms>['parts']
  // of the other text nothing but its forms is compared
  return { parts, theirs: { forms } as DraftOf<AnyForms>, base: null }
}
