import { contentLanguages, isAdmin, isAnyLanguageEditor, isAnyLanguageLearnAdmin } from '@lantern/contract/roles.ts'
import { Form, useNavigate } from 'react-router'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { OwnerFilter } from '#search/index.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import {
  type DashboardChoice,
  dashboardAddress,
  dashboardOrders,
  dashboardPath,
  dashboardStatuses,
  readDashboard,
} from './dashboard-address.ts'
import styles from './dashboard-filters.module.css'

type DashboardFiltersProps = { choice: DashboardChoice; ownerName: string | null }

/** Words, status, language, whose, and the order. A form that works without script; with it, each choice acts at once. */
export function DashboardFilters({ choice, ownerName }: DashboardFiltersProps) {
  const t = useMessages()
  const words = useItemWords()
  const session = useSession()
  const navigate = useNavigate()
  const mayChooseOwner = isAdmin(session) || isAnyLanguageLearnAdmin(session) || isAnyLanguageEditor(session)
  const apply = (form: HTMLFormElement) => {
    const url = new URL(dashboardPath(choice), window.location.origin)
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') url.searchParams.set(name, value)
    void navigate(dashboardAddress(readDashboard(url)), { preventScrollReset: true })
  }
  return (
    <Form
      method="get"
      action={dashboardPath(choice)}
      role="search"
      aria-label={t('authoring.dashboard_search')}
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => {
        // words are sent with Enter: a list that changes under every letter cannot be read
        if (event.target instanceof HTMLSelectElement) apply(event.currentTarget)
      }}
    >
      <input type="hidden" name="t" value={choice.type} />
      <TextField
        className={styles.words}
        type="search"
        name="q"
        maxLength={200}
        label={t('authoring.dashboard_search')}
        labelHidden
        placeholder={t('authoring.dashboard_search_hint')}
        defaultValue={choice.q}
        after={<IconButton type="submit" label={t('authoring.dashboard_search')} icon={<SearchIcon />} />}
      />
      <Select
        label={t('authoring.dashboard_status')}
        labelHidden
        name="status"
        defaultValue={choice.status ?? ''}
        set={choice.status !== null}
      >
        <option value="">{t('authoring.dashboard_any_status')}</option>
        {dashboardStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`authoring.dashboard_status_${status}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('authoring.dashboard_language')}
        labelHidden
        name="lang"
        defaultValue={choice.language ?? ''}
        set={choice.language !== null}
      >
        <option value="">{t('authoring.dashboard_any_language')}</option>
        {contentLanguages.map((language) => (
          <option key={language} value={language}>
            {words.language(language)}
          </option>
        ))}
      </Select>
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
          onTake={apply}
        />
      )}
      {choice.owner && (
        <Chip on removeTo={dashboardAddress(choice, { owner: null })} removeLabel={t('authoring.dashboard_all_owners')}>
          {ownerName ?? t('authoring.dashboard_one_owner')}
        </Chip>
      )}
      <noscript>
        <Button type="submit">{t('authoring.dashboard_apply')}</Button>
      </noscript>
    </Form>
  )
}
