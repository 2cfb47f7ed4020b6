import type { listFeatured, saveFeatured } from '@lantern/contract/authoring/featured.ts'
import { type FeaturedListName, featuredLists } from '@lantern/contract/catalog/rankings.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useState } from 'react'
import { useBlocker, useNavigate, useRevalidator } from 'react-router'
import { ApiError, call } from '#kit/call.ts'
import { Combobox } from '#kit/combobox.tsx'
import { DashboardLink } from '#kit/dashboard-link.tsx'
import { failureText } from '#kit/failure.ts'
import { useHeldTab } from '#kit/held-tab.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { moved } from '#ui/reorder/moved.ts'
import { Select } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { dashboardTypes } from '../dashboard/dashboard-address.ts'
import { LanguageField } from '../fields/language-field.tsx'
import { type FoundItem, useFoundItems } from '../items/find-items.ts'
import { ItemLine } from '../items/item-line.tsx'
import styles from './featured-editor.module.css'
import { FeaturedList } from './featured-list.tsx'

/** As many as the server keeps. */
const most = 50

export function isFeaturedList(text: string | null): text is FeaturedListName {
  return (featuredLists as readonly (string | null)[]).includes(text)
}

/** What stands first on the home page or in a ranking: found, put in order, and shown to everybody when saved. */
export function FeaturedEditor({ featured }: { featured: ResponseOf<typeof listFeatured> }) {
  const t = useMessages()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [items, setItems] = useState<FoundItem[]>(featured.results)
  const [asking, setAsking] = useState(false)
  /** As everybody sees it. */
  const [keptIds, setKeptIds] = useState<readonly string[]>(featured.itemIds)
  const [isSeen, setSeen] = useState(false)
  const isChanged = items.map(({ id }) => id).join() !== keptIds.join()
  const leaving = useBlocker(isChanged)
  useHeldTab(isChanged)

  function show(choice: { list?: string; language?: string }) {
    const { list, language } = { list: featured.list, language: featured.language, ...choice }
    void navigate(`?list=${list}&lang=${language}`, { preventScrollReset: true })
  }

  async function save() {
    try {
      const { itemIds } = await call<typeof saveFeatured>('POST /api/learn/featured/save', {
        body: {
          itemIds: items.map(({ id }) => id),
          language: featured.language,
          list: featured.list,
          // what another admin put first meanwhile is said before it is replaced
          ...(!isSeen && { before: [...keptIds] }),
        },
      })
      setKeptIds(itemIds)
      setSeen(false)
      setAsking(false)
      toast({ tone: 'good', text: t('changes_saved_successfully') })
      await revalidate()
    } catch (error) {
      setAsking(false)
      const [detail] = error instanceof ApiError ? error.details : []
      setSeen((seen) => seen || detail?.field === 'before')
      toast({ tone: 'bad', text: detail?.message ?? failureText(error, t) })
    }
  }

  return (
    <div className={styles.editor}>
      <div>
        <DashboardLink />
        <h1>{t('authoring.featured_title')}</h1>
        <p className="muted small">{t('authoring.featured_lead')}</p>
      </div>
      <Panel className={styles.add}>
        <Select
          label={t('authoring.featured_place')}
          value={featured.list}
          help={t(`authoring.featured_help_${featured.list}`)}
          onChange={({ currentTarget }) => show({ list: currentTarget.value })}
        >
          {featuredLists.map((list) => (
            <option key={list} value={list}>
              {t(`authoring.featured_place_${list}`)}
            </option>
          ))}
        </Select>
        <LanguageField value={featured.language} onChange={(language) => show({ language })} />
        <AddFeatured
          list={featured.list}
          language={featured.language}
          items={items}
          onAdd={(item) => setItems((now) => (now.some(({ id }) => id === item.id) ? now : [...now, item]))}
        />
      </Panel>
      {items.length === 0 ? (
        <EmptyState title={t('authoring.featured_empty_title')}>{t('authoring.featured_empty_text')}</EmptyState>
      ) : (
        <FeaturedList
          items={items}
          onMove={(from, to) => setItems((now) => moved(now, from, to))}
          onRemove={(id) => setItems((now) => now.filter((item) => item.id !== id))}
        />
      )}
      <div className={styles.acts}>
        <Button theme="primary" size="l" disabled={!isChanged} onClick={() => setAsking(true)}>
          {t('authoring.featured_save')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        theme="featured"
        title={t('authoring.featured_confirm_title')}
        confirmLabel={t('authoring.featured_confirm')}
        cancelLabel={t('authoring.featured_cancel')}
        closeLabel={t('kit.close')}
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        {t('authoring.featured_confirm_text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving.state === 'blocked'}
        title={t('documents.leave_title')}
        confirmLabel={t('documents.leave_go')}
        cancelLabel={t('documents.leave_stay')}
        closeLabel={t('kit.close')}
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      >
        {t('documents.leave_lost')}
      </ConfirmDialog>
    </div>
  )
}

type AddFeaturedProps = {
  list: FeaturedListName
  language: string
  items: readonly FoundItem[]
  onAdd: (item: FoundItem) => void
}

function AddFeatured({ list, language, items, onAdd }: AddFeaturedProps) {
  const t = useMessages()
  const [text, setText] = useState('')
  const found = useFoundItems(text.trim(), { types: list === 'home' ? dashboardTypes : ['tutorial'], campus: false })
  const offered = (found ?? []).filter(
    (item) => item.published && item.language === language && !items.some(({ id }) => id === item.id),
  )
  if (items.length >= most) return <p className="muted small">{t('authoring.featured_full', { most })}</p>
  return (
    <Combobox<FoundItem>
      label={t('authoring.featured_add')}
      placeholder={t('authoring.items_hint')}
      text={text}
      onText={setText}
      options={offered}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      onTake={(item) => {
        setText('')
        onAdd(item)
      }}
    >
      {(item) => <ItemLine item={item} />}
    </Combobox>
  )
}
