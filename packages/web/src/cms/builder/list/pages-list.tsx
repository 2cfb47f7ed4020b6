import { namespaces } from '@lantern/contract/cms/blocks.ts'
import type { listPages } from '@lantern/contract/cms/pages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Suspense, useState } from 'react'
import { DashboardLink } from '#kit/dashboard-link.tsx'
import { lazyPart } from '#kit/later.tsx'
import { FilterForm, FilterSelect } from '#kit/listing/filter-form.tsx'
import { ListHead } from '#kit/listing/list-head.tsx'
import { PagedList } from '#kit/listing/paged-list.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { PageRowLine } from './page-row-line.tsx'
import { everyPage, type PagesChoice, pageStatuses, pagesAddress, readPagesChoice } from './pages-address.ts'

const CreatePageDialog = lazyPart(async () => ({ default: (await import('./page-dialogs.tsx')).CreatePageDialog }))

type PagesListProps = {
  choice: PagesChoice
  /** Null when the list could not be read: the page says so and offers to try again. */
  list: ResponseOf<typeof listPages> | null
}

/** Every page that editors made, last changed first, and the way to a new one. */
export function PagesList({ choice, list }: PagesListProps) {
  const t = useMessages()
  const [creates, setCreates] = useState(false)
  const create = (
    <Button theme="primary" icon={<PlusIcon />} onClick={() => setCreates(true)}>
      {t('cms.builder_create')}
    </Button>
  )
  return (
    <>
      <ListHead before={<DashboardLink />} title={t('cms.builder_pages')} lead={t('cms.builder_pages_lead')}>
        {create}
      </ListHead>
      <Filters key={pagesAddress(choice)} choice={choice} />
      <PagedList
        label={t('cms.builder_pages')}
        list={list}
        page={choice.page}
        addressOf={(page) => pagesAddress(choice, { page })}
        clearedTo={choice.q || choice.namespace || choice.status ? pagesAddress(everyPage) : null}
        total={(count) => t('cms.builder_total', { count })}
        failed={{ title: t('cms.builder_list_failed'), text: t('cms.builder_list_failed_text') }}
        none={{ title: t('cms.builder_none'), text: t('cms.builder_none_text') }}
        empty={
          <EmptyState title={t('cms.builder_empty')} actions={create}>
            <p>{t('cms.builder_empty_text')}</p>
          </EmptyState>
        }
        row={(row) => <PageRowLine key={row.id} row={row} isDeleted={choice.status === 'deleted'} />}
      />
      {creates && (
        <Suspense>
          <CreatePageDialog namespace={choice.namespace ?? 'learn'} onClose={() => setCreates(false)} />
        </Suspense>
      )}
    </>
  )
}

function Filters({ choice }: { choice: PagesChoice }) {
  const t = useMessages()
  return (
    <FilterForm
      path={pagesAddress(everyPage)}
      label={t('cms.builder_search')}
      hint={t('cms.builder_search')}
      q={choice.q}
      addressOf={(url) => pagesAddress(readPagesChoice(url))}
    >
      <FilterSelect
        name="namespace"
        label={t('cms.builder_namespace')}
        any={t('cms.builder_any_namespace')}
        values={namespaces}
        chosen={choice.namespace}
        textOf={(one) => t(`cms.namespace_${one}`)}
      />
      <FilterSelect
        name="status"
        label={t('authoring.list_status')}
        any={t('authoring.list_any_status')}
        values={pageStatuses}
        chosen={choice.status}
        textOf={(one) => t(`cms.builder_status_${one}`)}
      />
    </FilterForm>
  )
}
