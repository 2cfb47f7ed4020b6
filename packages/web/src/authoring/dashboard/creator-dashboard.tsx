import type { listDrafts, DraftRow as Row } from '@lantern/contract/authoring/drafts.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { isAdmin, isAnyLanguageEditor, isAnyLanguageLearnAdmin } from '@lantern/contract/roles.ts'
import { useRevalidator } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChevronDownIcon, ImageIcon, LayoutGridIcon, PlusIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { ImportPackageButton } from '../exchange/index.ts'
import { newLink } from '../frame/addresses.ts'
import styles from './creator-dashboard.module.css'
import {
  type DashboardChoice,
  dashboardAddress,
  dashboardPath,
  dashboardTypes,
  isFiltered,
} from './dashboard-address.ts'
import { DashboardFilters } from './dashboard-filters.tsx'
import { DraftRow } from './draft-row.tsx'

export interface CreatorDashboardProps {
  choice: DashboardChoice
  /** Null when the list could not be read: the page says so and offers to try again. */
  list: ResponseOf<typeof listDrafts> | null
  /** How many there are of each type, as far as that is known. */
  counts: Partial<Record<Row['type'], number>>
}

/** Everything somebody may edit, newest save first, and the way to something new. */
export function CreatorDashboard({ choice, list, counts }: CreatorDashboardProps) {
  const t = useMessages()
  const words = useItemWords()
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const session = useSession()
  const mayEditPages = isAdmin(session) || isAnyLanguageLearnAdmin(session) || isAnyLanguageEditor(session)
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>{t(choice.campus ? 'authoring.dashboard_campus_title' : 'authoring.dashboard_title')}</h1>
          <p className="muted small">{t('authoring.dashboard_lead')}</p>
        </div>
        <div className={styles.acts}>
          {!choice.campus && <ImportPackageButton onImported={() => void revalidate()} />}
          {!choice.campus && mayEditPages && (
            <LinkButton to="/creator/pages" icon={<LayoutGridIcon />}>
              {t('shell.menu.pages')}
            </LinkButton>
          )}
          <LinkButton to="/creator/media" icon={<ImageIcon />}>
            {t('media.library_title')}
          </LinkButton>
          <CreateMenu choice={choice} />
        </div>
      </div>
      <LinkTabs
        label={t('authoring.dashboard_types')}
        tabs={dashboardTypes.map((type) => ({
          to: dashboardAddress(choice, { type }),
          label: words.type(type),
          count: counts[type] === undefined ? undefined : format.number(counts[type]),
          current: type === choice.type,
        }))}
      />
      <DashboardFilters key={dashboardAddress(choice)} choice={choice} ownerName={ownerName(choice, list)} />
      <Drafts choice={choice} list={list} />
    </>
  )
}

function CreateMenu({ choice }: Pick<CreatorDashboardProps, 'choice'>) {
  const t = useMessages()
  return (
    <Menu
      label={t('authoring.dashboard_create')}
      trigger={(props) => (
        <Button {...props} theme="primary" icon={<PlusIcon />}>
          {t('authoring.dashboard_create')}
          <ChevronDownIcon />
        </Button>
      )}
    >
      {dashboardTypes.map((type) => (
        <MenuItem key={type} to={newLink(type, choice.campus)}>
          {t(`authoring.dashboard_new_${type}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Drafts({ choice, list }: Omit<CreatorDashboardProps, 'counts'>) {
  const t = useMessages()
  const words = useItemWords()
  if (list === null) {
    return (
      <EmptyState
        kind="error"
        title={t('authoring.dashboard_failed_title')}
        actions={
          <LinkButton theme="primary" to={dashboardAddress(choice, { page: choice.page })}>
            {t('authoring.dashboard_again')}
          </LinkButton>
        }
      >
        <p>{t('authoring.dashboard_failed_text')}</p>
      </EmptyState>
    )
  }
  if (list.results.length === 0) return <NoDrafts choice={choice} total={list.total} />
  return (
    <section aria-label={words.type(choice.type)}>
      <p className={`muted small num ${styles.total}`} role="status">
        {t('authoring.dashboard_total', { count: list.total })}
      </p>
      <Panel padded={false}>
        <ul className={styles.rows}>
          {list.results.map((row) => (
            <DraftRow key={row.id} row={row} campus={choice.campus} />
          ))}
        </ul>
      </Panel>
      <Pagination
        className={styles.pages}
        label={t('authoring.dashboard_pages')}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={(page) => dashboardAddress(choice, { page: page - 1 })}
        pageLabel={(page) => t('authoring.dashboard_page', { page })}
        previousLabel={t('authoring.dashboard_previous')}
        nextLabel={t('authoring.dashboard_next')}
      />
    </section>
  )
}

/** Nothing fits, nothing is there yet, or the page lies beyond the end: each has its own next act. */
function NoDrafts({ choice, total }: { choice: DashboardChoice; total: number }) {
  const t = useMessages()
  if (total > 0) {
    return (
      <EmptyState
        title={t('authoring.dashboard_beyond_title')}
        actions={
          <LinkButton theme="primary" to={dashboardAddress(choice)}>
            {t('authoring.dashboard_first_page')}
          </LinkButton>
        }
      />
    )
  }
  if (isFiltered(choice)) {
    return (
      <EmptyState
        title={t('authoring.dashboard_none_title')}
        actions={
          <LinkButton theme="primary" to={clearedAddress(choice)}>
            {t('authoring.dashboard_clear')}
          </LinkButton>
        }
      >
        <p>{t('authoring.dashboard_none_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t(`authoring.dashboard_empty_${choice.type}`)}
      actions={
        <LinkButton theme="primary" to={newLink(choice.type, choice.campus)} icon={<PlusIcon />}>
          {t(`authoring.dashboard_new_${choice.type}`)}
        </LinkButton>
      }
    >
      <p>{t(`authoring.dashboard_invite_${choice.type}`)}</p>
    </EmptyState>
  )
}

function clearedAddress(choice: DashboardChoice): string {
  return choice.type === 'tutorial' ? dashboardPath(choice) : `${dashboardPath(choice)}?t=${choice.type}`
}

/** The name is known from what they own on this page. */
function ownerName({ owner }: DashboardChoice, list: CreatorDashboardProps['list']): string | null {
  return list?.results.find((row) => row.ownerId === owner)?.owner?.fullName ?? null
}
