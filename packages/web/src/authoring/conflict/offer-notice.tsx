import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { DeskOffer } from '../frame/desk-state.ts'
import type { AnyForms } from '../frame/editor-kind.ts'
import { ChangeList } from '../revisions/change-list.tsx'
import { OfferFrame } from './offer-frame.tsx'

export function OfferNotice({ offer }: { offer: DeskOffer<AnyForms> }) {
  const { desk } = useEditorDesk()
  const { forms } = useDeskState()
  return (
    <OfferFrame keptAt={offer.keptAt} onTake={() => desk.takeOffer()} onDrop={() => void desk.dropOffer()}>
      <ChangeList changes={changesBetween(forms, { ...forms, ...offer.forms })} />
    </OfferFrame>
  )
}
