import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { organisationActKinds } from '@lantern/contract/identity/organisation-acts.ts'
import type { AuditEntry, listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { type Translate, useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DownloadIcon, SearchIcon } from '#ui/icons.tsx'
import { Table } from '#ui/table.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'
import tabStyles from './organisation.module.css'
import { auditFilters, choiceAddress, type OrganisationChoice } from './organisation-address.ts'

interface AuditTabProps {
  organisation: Organisation
  choice: OrganisationChoice
  audit: ResponseOf<typeof listAudit>
}

const kindLabels = {
  people: 'campus.people',
  classes: 'campus.classes',
  content: 'campus.audit_kind_content',
  connections: 'campus.connections',
  organisation: 'campus.audit_kind_organisation',
} as const

/** Who did what in the organisation, newest first. */
export function AuditTab({ organisation, choice, audit: { entries, next } }: AuditTabProps) {
  const t = useMessages()
  const wanted = new URLSearchParams(auditFilters(choice))
  const filters = wanted.size > 0 ? `?${wanted}` : ''
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <Form
          className={`${tabStyles.search} ${tabStyles.audit}`}
          method="get"
          action={choice.path}
          role="search"
          aria-label={t('campus.audit')}
        >
          <input type="hidden" name="tab" value="audit" />
          <TextField
            label={t('campus.audit_search')}
            labelHidden
            placeholder={t('campus.audit_search')}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={choice.q}
            key={choice.q}
          />
          <Select label={t('campus.audit_kind')} labelHidden name="kind" defaultValue={choice.kind}>
            <option value="">{t('campus.audit_all_kinds')}</option>
            {organisationActKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(kindLabels[kind])}
              </option>
            ))}
          </Select>
          {(['from', 'to'] as const).map((name) => (
            <TextField
              key={`${name} ${choice[name]}`}
              label={t(`campus.audit_${name}`)}
              type="date"
              name={name}
              defaultValue={choice[name]}
            />
          ))}
          <Button type="submit" icon={<SearchIcon className="icon-s" />}>
            {t('campus.search')}
          </Button>
        </Form>
        <LinkButton
          to={`/api/campus/organisation/${organisation.id}/audit.csv${filters}`}
          download
          icon={<DownloadIcon className="icon-s" />}
        >
          {t('campus.audit_csv')}
        </LinkButton>
      </div>
      <p className="muted small">{t('campus.audit_lead')}</p>
      {entries.length === 0 ? <EmptyState title={t('campus.audit_empty')} /> : <AuditTable entries={entries} />}
      <div className="row">
        {choice.before !== '' && (
          <LinkButton to={choiceAddress(choice, { before: '' })}>{t('campus.audit_newest')}</LinkButton>
        )}
        {next !== null && (
          <LinkButton to={choiceAddress(choice, { before: next })}>{t('campus.audit_older')}</LinkButton>
        )}
      </div>
    </div>
  )
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Table label={t('campus.audit')}>
      <thead>
        <tr>
          <th scope="col">{t('campus.audit_act')}</th>
          <th scope="col">{t('campus.audit_actor')}</th>
          <th scope="col" className={styles.mid}>
            {t('campus.audit_at')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              <span className={styles.name}>
                {t(`campus.audit_${entry.act}`)}
                <span className="muted small">{aboutOf(entry, t).join(' · ')}</span>
                <span className={`muted small ${tabStyles.phone}`}>{format.dateTime(entry.at)}</span>
              </span>
            </th>
            <td className={styles.classes}>
              {entry.by === 'person' ? entry.actor : t(`campus.audit_by_${entry.by}`)}
              {entry.token && <span className="muted small"> {t('campus.audit_token', { name: entry.token })}</span>}
            </td>
            <td className={`num ${styles.mid}`}>{format.dateTime(entry.at)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function aboutOf({ subject, role, count }: AuditEntry, t: Translate): string[] {
  const roleText = role && t(role === 'none' ? 'campus.audit_role_none' : `campus.role_${role}`)
  const countText = count === null ? null : t('campus.audit_of', { count })
  return [subject, roleText, countText].filter((part) => part !== null)
}
