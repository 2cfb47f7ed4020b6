import type { listDrafts, DraftRow as Row } from '@lantern/contract/authoring/drafts.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { isAdmin, isAnyLanguageEditor, isAnyLanguageLearnAdmin, isLearnAdmin } from '@lantern/contract/roles.ts'
import { useRevalidator } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { ListHead } from '#kit/listing/list-head.tsx'
import { PagedList } from '#kit/listing/paged-list.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import {
  ChartColumnIcon,
  CheckIcon,
  ChevronDownIcon,
  GitBranchIcon,
  ImageIcon,
  LayersIcon,
  LayoutGridIcon,
  MessageSquareIcon,
  PlusIcon,
  UploadIcon,
} from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { importsPath } from '../courses/import-state.tsx'
import { newLink } from '../editor-shell/addresses.ts'
import { ImportPackageButton } from '../exchange/index.ts'
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

/** Everything the author may edit, newest save first, and the way to something new. */
export function CreatorDashboard({ choice, list, counts }: CreatorDashboardProps) {
  const t = useMessages()
  const words = useItemWords()
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const session = useSession()
  const mayEditPages = isAdmin(session) || isAnyLanguageLearnAdmin(session) || isAnyLanguageEditor(session)
  return (
    <>
      <ListHead
        title={t(choice.campus ? 'authoring.dashboard_campus_title' : 'authoring.dashboard_title')}
        lead={t('authoring.dashboard_lead')}
      >
        <LinkButton to="/messages/waiting" icon={<MessageSquareIcon />}>
          {t('authoring.unanswered')}
        </LinkButton>
        <LinkButton to="/campus/marking" icon={<CheckIcon />}>
          {t('campus.marking')}
        </LinkButton>
        <ImportPackageButton campus={choice.campus} onImported={() => void revalidate()} />
        <LinkButton to={importsPath(choice.campus)} icon={<UploadIcon />}>
          {t('authoring.courses.title')}
        </LinkButton>
        {!choice.campus && mayEditPages && (
          <LinkButton to="/creator/pages" icon={<LayoutGridIcon />}>
            {t('shell.menu.pages')}
          </LinkButton>
        )}
        {(isAdmin(session) || isLearnAdmin(session)) && !choice.campus && (
          <LinkButton to="/creator/paths" icon={<GitBranchIcon />}>
            {t('paths.edited')}
          </LinkButton>
        )}
        {!choice.campus && (
          <>
            <LinkButton to="/creator/bundles" icon={<LayersIcon />}>
              {t('commerce.own_bundles.title')}
            </LinkButton>
            <LinkButton to="/creator/sales" icon={<ChartColumnIcon />}>
              {t('commerce.sales.title')}
            </LinkButton>
          </>
        )}
        <LinkButton to="/creator/media" icon={<ImageIcon />}>
          {t('media.library_title')}
        </LinkButton>
        <CreateMenu choice={choice} />
      </ListHead>
      <LinkTabs
        label={t('authoring.dashboard_types')}
        tabs={dashboardTypes.map((type) => ({
          to: dashboardAddress(choice, { type }),
          label: words.type(type),
          // no number leads to an empty list
          count: counts[type] ? format.number(counts[type]) : undefined,
          current: type === choice.type,
        }))}
      />
      <DashboardFilters key={dashboardAddress(choice)} choice={choice} ownerName={ownerName(choice, list)} />
      <PagedList
        label={words.type(choice.type)}
        list={list}
        page={choice.page}
        addressOf={(page) => dashboardAddress(choice, { page })}
        clearedTo={isFiltered(choice) ? clearedAddress(choice) : null}
        total={(count) => t('authoring.dashboard_total', { count })}
        failed={{ title: t('authoring.dashboard_failed_title'), text: t('authoring.dashboard_failed_text') }}
        none={{ title: t('authoring.dashboard_none_title'), text: t('authoring.dashboard_none_text') }}
        empty={<NoDrafts choice={choice} />}
        row={(row) => <DraftRow key={row.id} row={row} campus={choice.campus} />}
      />
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

/** Nothing is there yet: an invitation to begin. */
function NoDrafts({ choice }: { choice: DashboardChoice }) {
  const t = useMessages()
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
