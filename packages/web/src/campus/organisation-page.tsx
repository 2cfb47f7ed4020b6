import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import type { OrganisationSettings } from '@lantern/contract/identity/organisation-settings.ts'
import type { Class, listMembers, Organisation } from '@lantern/contract/identity/organisations.ts'
import type { listXapiCredentials } from '@lantern/contract/xapi/credentials.ts'
import type { getRecordSettings } from '@lantern/contract/xapi/record-settings.ts'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { AuditTab } from './audit-tab.tsx'
import styles from './campus.module.css'
import { ClassesTab } from './classes-tab.tsx'
import { choiceAddress, type OrganisationChoice } from './organisation-address.ts'
import { PeopleTab } from './people-tab.tsx'
import { RecordsTab } from './records-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

export interface OrganisationPageProps {
  organisation: Organisation
  choice: OrganisationChoice
  members: ResponseOf<typeof listMembers>
  classes: readonly Class[]
  /** Keys to the learning records; on their tab alone, for admins. */
  records?: ResponseOf<typeof listXapiCredentials> | undefined
  /** What goes into the learning records by itself and out of them; on their tab alone. */
  recordSettings?: ResponseOf<typeof getRecordSettings> | undefined
  /** Its name and clock; on their tab alone, for admins. */
  settings?: OrganisationSettings | undefined
  /** What happened; on its tab alone, for admins. */
  audit?: ResponseOf<typeof listAudit> | undefined
  /** Beside the invitation of one person: how many come at once. */
  importAct?: ReactNode
  /** Course packages; on their tab alone. */
  packages?: ReactNode
  /** How many licences it has; without any there is no list of them. */
  licenceCount?: number
  /** Seats of paid content; on their tab alone. */
  licences?: ReactNode
}

/** An organisation as its educators and admins look after it: who belongs to it, and in which classes. */
export function OrganisationPage(props: OrganisationPageProps) {
  const t = useMessages()
  const {
    organisation,
    choice,
    classes,
    records,
    recordSettings,
    settings,
    audit,
    packages,
    licences,
    licenceCount = 0,
  } = props
  const other = { q: '', classId: '', page: 0, kind: '', from: '', to: '', before: '' } as const
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header className={styles.part}>
          <Breadcrumb
            label={t('campus.place')}
            crumbs={[{ label: t('campus.organisations'), to: '/campus/organisation' }, { label: organisation.name }]}
          />
          <div className={styles.head}>
            <div>
              <h1>{organisation.name}</h1>
              <p className="muted">{t(`campus.you_are_${organisation.role}`)}</p>
            </div>
            <div className="row">
              <LinkButton to="/creator/paths">{t('paths.edited')}</LinkButton>
              {organisation.role === 'admin' && (
                <LinkButton to={`/campus/organisation/${organisation.id}/connections`}>
                  {t('campus.connections')}
                </LinkButton>
              )}
            </div>
          </div>
        </header>
        <LinkTabs
          label={t('campus.parts')}
          tabs={[
            {
              to: choiceAddress(choice, { ...other, tab: 'people' }),
              label: t('campus.people'),
              current: choice.tab === 'people',
            },
            {
              to: choiceAddress(choice, { ...other, tab: 'classes' }),
              label: t('campus.classes'),
              count: classes.length || undefined,
              current: choice.tab === 'classes',
            },
            {
              to: choiceAddress(choice, { ...other, tab: 'packages' }),
              label: t('courseware.packages'),
              current: choice.tab === 'packages',
            },
            ...(licenceCount > 0 || choice.tab === 'licences'
              ? [
                  {
                    to: choiceAddress(choice, { ...other, tab: 'licences' }),
                    label: t('campus.licences'),
                    current: choice.tab === 'licences',
                  },
                ]
              : []),
            ...(organisation.role === 'admin'
              ? [
                  {
                    to: choiceAddress(choice, { ...other, tab: 'records' }),
                    label: t('campus.records'),
                    current: choice.tab === 'records',
                  },
                  {
                    to: choiceAddress(choice, { ...other, tab: 'settings' }),
                    label: t('campus.settings'),
                    current: choice.tab === 'settings',
                  },
                  {
                    to: choiceAddress(choice, { ...other, tab: 'audit' }),
                    label: t('campus.audit'),
                    current: choice.tab === 'audit',
                  },
                ]
              : []),
          ]}
        />
        {choice.tab === 'people' && <PeopleTab {...props} />}
        {choice.tab === 'classes' && <ClassesTab {...props} />}
        {packages}
        {licences}
        {settings && <SettingsTab {...{ organisation, settings }} />}
        {audit && <AuditTab {...{ organisation, choice, audit }} />}
        {records && <RecordsTab organisation={organisation} records={records} settings={recordSettings} />}
      </div>
    </main>
  )
}
