import type {
  OrganisationSettings,
  saveOrganisationSettings,
} from '@lantern/contract/identity/organisation-settings.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { browserZone } from '#kit/documents/clock-time.ts'
import { useTimeZones } from '#kit/documents/time-zones.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'

interface SettingsTabProps {
  organisation: Organisation
  settings: OrganisationSettings
}

/** What the organisation is called, and by which clock its classes go. */
export function SettingsTab({ organisation, settings }: SettingsTabProps) {
  const t = useMessages()
  const tag = languageTag(useLocale())
  const change = useChange()
  // what is typed may be older than what the page was read anew with
  const [began, setBegan] = useState(settings)
  const [name, setName] = useState(settings.name)
  const [zone, setZone] = useState(settings.timeZone)
  // the server does not know the zone of the browser
  const own = useHydrated() ? [browserZone()] : []
  const zones = useTimeZones([settings.timeZone, ...own, 'Asia/Shanghai'], tag, '')
  const problem = change.problemBeside('name', 'timeZone')
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change.send(async () => {
      const saved = await call<typeof saveOrganisationSettings>('POST /api/campus/organisation/:id/settings', {
        params: { id: organisation.id },
        body: { name: name.trim(), timeZone: zone, ...change.before(began) },
      })
      setBegan(saved)
    }, t('campus.settings_saved'))
  }
  return (
    <Panel>
      <form className={styles.form} onSubmit={save} noValidate>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <TextField
          label={t('campus.settings_name')}
          help={t('campus.settings_name_help')}
          maxLength={200}
          autoComplete="organization"
          value={name}
          error={change.problemOf('name')}
          onChange={({ currentTarget }) => {
            change.forget()
            setName(currentTarget.value)
          }}
        />
        <Select
          label={t('campus.settings_zone')}
          help={t('campus.settings_zone_help')}
          value={zone}
          error={change.problemOf('timeZone')}
          onChange={({ currentTarget }) => {
            change.forget()
            setZone(currentTarget.value)
          }}
        >
          {zones.map(({ timeZone, label }) => (
            <option key={timeZone} value={timeZone}>
              {label}
            </option>
          ))}
        </Select>
        <div className="row">
          <Button type="submit" theme="primary" busy={change.busy}>
            {t('campus.settings_save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
