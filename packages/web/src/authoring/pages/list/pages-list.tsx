import { namespaces } from '@lantern/contract/cms/blocks.ts'
import type { listPages } from '@lantern/contract/cms/pages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Suspense, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlusIcon, SearchIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { PageRowLine } from './page-row-line.tsx'
import { everyPage, type PagesChoice, pageStatuses, pagesAddress, readPagesChoice } from './pages-address.ts'
import styles from './pages-list.module.css'

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
      <div className={styles.head}>
        <div className={styles.words}>
          <PlainLink className="small" to="/creator/dashboard">
            {t('authoring.dashboard_title')}
          </PlainLink>
          <h1>{t('cms.builder_pages')}</h1>
          <p className="muted small">{t('cms.builder_pages_lead')}</p>
        </div>
        {create}
      </div>
      <Filters key={pagesAddress(choice)} choice={choice} />
      <Pages choice={choice} list={list} create={create} />
      {creates && (
        <Suspense>
          <CreatePageDialog namespace={choice.namespace ?? 'learn'} onClose={() => setCreates(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A form that works without script; with it, each choice acts at once. */
function Filters({ choice }: { choice: PagesChoice }) {
  const t = useMessages()
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    const url = new URL(pagesAddress(everyPage), window.location.origin)
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') url.searchParams.set(name, value)
    void navigate(pagesAddress(readPagesChoice(url)), { preventScrollReset: true })
  }
  return (
    <Form
      method="get"
      action={pagesAddress(everyPage)}
      role="search"
      aria-label={t('cms.builder_search')}
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
      <TextField
        className={styles.search}
        type="search"
        name="q"
        maxLength={200}
        label={t('cms.builder_search')}
        labelHidden
        placeholder={t('cms.builder_search')}
        defaultValue={choice.q}
        after={<IconButton type="submit" label={t('cms.builder_search')} icon={<SearchIcon />} />}
      />
      <Select
        label={t('cms.builder_namespace')}
        labelHidden
        name="namespace"
        defaultValue={choice.namespace ?? ''}
        set={choice.namespace !== null}
      >
        <option value="">{t('cms.builder_any_namespace')}</option>
        {namespaces.map((one) => (
          <option key={one} value={one}>
            {t(`cms.namespace_${one}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('cms.builder_status')}
        labelHidden
        name="status"
        defaultValue={choice.status ?? ''}
        set={choice.status !== null}
      >
        <option value="">{t('cms.builder_any_status')}</option>
        {pageStatuses.map((one) => (
          <option key={one} value={one}>
            {t(`cms.builder_status_${one}`)}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit">{t('cms.builder_apply')}</Button>
      </noscript>
    </Form>
  )
}

function Pages({ choice, list, create }: PagesListProps & { create: React.ReactNode }) {
  const t = useMessages()
  if (list === null) {
    return (
      <EmptyState
        kind="error"
        title={t('cms.builder_list_failed')}
        actions={
          <LinkButton theme="primary" to={pagesAddress(choice, { page: choice.page })}>
            {t('cms.builder_again')}
          </LinkButton>
        }
      >
        <p>{t('cms.builder_list_failed_text')}</p>
      </EmptyState>
    )
  }
  if (list.results.length === 0) return <NoPages choice={choice} total={list.total} create={create} />
  return (
    <section aria-label={t('cms.builder_pages')}>
      <p className={`muted small num ${styles.total}`} role="status">
        {t('cms.builder_total', { count: list.total })}
      </p>
      <Panel padded={false}>
        <ul className={styles.rows}>
          {list.results.map((row) => (
            <PageRowLine key={row.id} row={row} isDeleted={choice.status === 'deleted'} />
          ))}
        </ul>
      </Panel>
      <Pagination
        className={styles.pages}
        label={t('cms.builder_paging')}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={(page) => pagesAddress(choice, { page: page - 1 })}
        pageLabel={(page) => t('cms.builder_page_of_list', { page })}
        previousLabel={t('cms.builder_previous')}
        nextLabel={t('cms.builder_next')}
      />
    </section>
  )
}

/** Nothing fits, nothing is there yet, or the page lies beyond the end: each has its own next act. */
function NoPages({ choice, total, create }: { choice: PagesChoice; total: number; create: React.ReactNode }) {
  const t = useMessages()
  if (total > 0) {
    return (
      <EmptyState
        title={t('cms.builder_beyond')}
        actions={
          <LinkButton theme="primary" to={pagesAddress(choice)}>
            {t('cms.builder_first_page')}
          </LinkButton>
        }
      />
    )
  }
  if (choice.q || choice.namespace || choice.status) {
    return (
      <EmptyState
        title={t('cms.builder_none')}
        actions={
          <LinkButton theme="primary" to={pagesAddress(everyPage)}>
            {t('cms.builder_clear')}
          </LinkButton>
        }
      >
        <p>{t('cms.builder_none_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('cms.builder_empty')} actions={create}>
      <p>{t('cms.builder_empty_text')}</p>
    </EmptyState>
  )
}
