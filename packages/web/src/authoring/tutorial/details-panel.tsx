import type { TutorialDetails, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import {
  AuthorField,
  BeforeOneBegins,
  FilesField,
  HiddenSwitch,
  PremiumSwitch,
  TagsFields,
} from '../fields/details-fields.tsx'
import { GroupFields } from '../fields/group-fields.tsx'
import { AssetSection } from './asset-section.tsx'
import styles from './tutorial.module.css'

/** How it is found, what to know before, what belongs to it, and who may open it. */
export function TutorialDetailsPanel() {
  const t = useMessages()
  const { form, set, errorOf, touch } = usePart<TutorialForms, 'details'>('details')
  return (
    <PanelGrid
      sideLabel={t('authoring.visibility')}
      side={
        <>
          <h2>{t('authoring.visibility')}</h2>
          <HiddenSwitch />
          <PremiumSwitch help={t('authoring.premium_help')} />
          <ChoiceSwitch
            checked={form.offline}
            help={t('authoring.offline_help')}
            onChange={(offline) => set('offline', offline)}
          >
            {t('authoring.field_offline')}
          </ChoiceSwitch>
          <AuthorField />
        </>
      }
    >
      <PanelSection title={t('authoring.finding')} lead={t('authoring.finding_lead')}>
        <TagsFields />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_before')}>
        <BeforeOneBegins />
      </PanelSection>
      <PanelSection title={t('authoring.belongings')}>
        <FilesField name="documents" label={t('authoring.field_documents')} />
        <AssetSection asset={form.asset} onChange={(asset) => set('asset', asset)} />
      </PanelSection>
      <PanelSection title={t('authoring.around')}>
        <FieldPlace name="details.group" whole>
          <GroupFields
            value={form.group}
            error={errorOf('group.url')}
            onChange={(group) => set('group', group)}
            onLeave={() => touch('group.url')}
          />
        </FieldPlace>
        <PaymentItemFields value={form.paymentItem} onChange={(item) => set('paymentItem', item)} />
      </PanelSection>
    </PanelGrid>
  )
}

type PaymentItem = TutorialDetails['paymentItem']

/** By what it is sold in the store; both empty means that it is not. */
function PaymentItemFields({ value, onChange }: { value: PaymentItem; onChange: (item: PaymentItem) => void }) {
  const t = useMessages()
  const item = value ?? { slug: '', itemId: '' }
  const change = (next: NonNullable<PaymentItem>) => onChange(next.slug === '' && next.itemId === '' ? null : next)
  return (
    <fieldset className={styles.group}>
      <legend>{t('authoring.field_paymentItem')}</legend>
      <div className={styles.two}>
        <TextField
          label={t('authoring.payment_slug')}
          maxLength={200}
          value={item.slug}
          onChange={({ currentTarget }) => change({ ...item, slug: currentTarget.value.trim() })}
        />
        <TextField
          label={t('authoring.payment_item_id')}
          maxLength={100}
          value={item.itemId}
          onChange={({ currentTarget }) => change({ ...item, itemId: currentTarget.value.trim() })}
        />
      </div>
    </fieldset>
  )
}
