import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { liveLimits } from '@lantern/contract/authoring/live-session-faults.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import {
  AuthorField,
  BeforeOneBegins,
  HiddenSwitch,
  PremiumSwitch,
  SkillLevel,
  TagsFields,
} from '../fields/details-fields.tsx'
import { HostsField } from './hosts-field.tsx'
import { RecordingFields } from './recording-fields.tsx'
import { TimeFields } from './time-fields.tsx'

/** When the session is, with whom, where one enters, and its recording afterwards. */
export function LiveDetailsPanel() {
  const t = useMessages()
  const locale = languageTag(useLocale())
  const { form, set, errorOf, touch } = usePart<LiveSessionForms, 'details'>('details')
  return (
    <PanelGrid
      sideLabel={t('authoring.visibility')}
      side={
        <>
          <h2>{t('authoring.visibility')}</h2>
          <ChoiceSwitch
            checked={form.cancelled}
            help={t('authoring.live_cancelled_help')}
            onChange={(cancelled) => set('cancelled', cancelled)}
          >
            {t('authoring.field_cancelled')}
          </ChoiceSwitch>
          <HiddenSwitch />
          <PremiumSwitch help={t('authoring.outline_premium_help')} />
          <AuthorField />
        </>
      }
    >
      <PanelSection title={t('authoring.live_when')}>
        <TimeFields />
      </PanelSection>
      <PanelSection title={t('authoring.field_hosts')}>
        <HostsField />
      </PanelSection>
      <PanelSection title={t('authoring.live_meeting')}>
        <FieldPlace name="details.url">
          <TextField
            label={t('authoring.live_url')}
            help={t('authoring.live_url_help')}
            type="url"
            inputMode="url"
            maxLength={2000}
            value={form.url}
            error={errorOf('url')}
            onBlur={() => touch('url')}
            onChange={({ currentTarget }) => set('url', currentTarget.value)}
          />
        </FieldPlace>
        <FieldPlace name="details.seats">
          <NumberField
            locale={locale}
            label={t('authoring.field_seats')}
            help={t('authoring.live_seats_help', { most: liveLimits.seats })}
            value={form.seats}
            error={errorOf('seats')}
            onValue={(seats) => set('seats', seats)}
            onBlur={() => touch('seats')}
          />
        </FieldPlace>
      </PanelSection>
      <PanelSection title={t('authoring.live_recording')}>
        <RecordingFields />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_before')}>
        <SkillLevel />
        <BeforeOneBegins />
      </PanelSection>
      <PanelSection title={t('authoring.finding')}>
        <TagsFields />
      </PanelSection>
    </PanelGrid>
  )
}
