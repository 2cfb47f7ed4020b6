import { contentLanguages, isAdmin, isAnyLanguageEditor, isAnyLanguageLearnAdmin } from '@lantern/contract/roles.ts'
import { useItemWords } from '#catalog/index.ts'
import { FilterForm, FilterSelect } from '#kit/listing/filter-form.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { OwnerFilter } from '#search/index.ts'
import { Chip } from '#ui/chip.tsx'
import { Select } from '#ui/text-field.tsx'
import {
  type DashboardChoice,
  dashboardAddress,
  dashboardOrders,
  dashboardPath,
  dashboardStatuses,
  readDashboard,
} from './dashboard-address.ts'

type DashboardFiltersProps = { choice: DashboardChoice; ownerName: string | null }

/** Words, status, language, whose, and the order. */
export function DashboardFilters({ choice, ownerName }: DashboardFiltersProps) {
  const t = useMessages()
  const words = useItemWords()
  const session = useSession()
  const mayChooseOwner = isAdmin(session) || isAnyLanguageLearnAdmin(session) || isAnyLanguageEditor(session)
  return (
    <FilterForm
      path={dashboardPath(choice)}
      label={t('authoring.dashboard_search')}
      hint={t('authoring.dashboard_search_hint')}
      q={choice.q}
      addressOf={(url) => dashboardAddress(readDashboard(url))}
    >
      <input type="hidden" name="t" value={choice.type} />
      <FilterSelect
        name="status"
        label={t('authoring.list_status')}
        any={t('authoring.list_any_status')}
        values={dashboardStatuses}
        chosen={choice.status}
        textOf={(status) => t(`authoring.dashboard_status_${status}`)}
      />
      <FilterSelect
        name="lang"
        label={t('authoring.dashboard_language')}
        any={t('authoring.dashboard_any_language')}
        values={contentLanguages}
        chosen={choice.language}
        textOf={words.language}
      />
      <Select label={t('authoring.dashboard_order')} labelHidden name="ob" defaultValue={choice.order}>
        {dashboardOrders.map((order) => (
          <option key={order} value={order}>
            {t(`authoring.dashboard_order_${order}`)}
          </option>
        ))}
      </Select>
      {mayChooseOwner && (
        <OwnerFilter
          chosen={choice.owner ? { id: choice.owner, name: ownerName ?? t('authoring.dashboard_one_owner') } : null}
          onTake={(form) => form.requestSubmit()}
        />
      )}
      {choice.owner && (
        <Chip on removeTo={dashboardAddress(choice, { owner: null })} removeLabel={t('authoring.dashboard_all_owners')}>
          {ownerName ?? t('authoring.dashboard_one_owner')}
        </Chip>
      )}
    </FilterForm>
  )
}
