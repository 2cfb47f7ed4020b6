import { savesNothing } from '@lantern/contract/commerce/bundle-rules.ts'
import type { OwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import { Suspense } from 'react'
import { useFormat } from '#kit/format.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { MediaPickerHost } from '#media/index.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { fenOf } from '../typed-values.ts'
import { BundleCover } from './bundle-cover.tsx'
import type { BundleDraft } from './bundle-draft.ts'
import { BundleItems } from './bundle-items.tsx'
import { BundleTexts } from './bundle-texts.tsx'
import styles from './own-bundles.module.css'
import { ownBundlesPath } from './own-bundles.tsx'
import { type BundleEditing, useBundleEditor } from './use-bundle-editor.ts'

interface BundleEditorProps {
  id: string
  /** Null: it is not made yet. */
  own: OwnBundle | null
}

const KeepsFocus = lazyPart(async () => ({ default: (await import('#kit/keeps-focus.ts')).KeepsFocus }))

/** The editor of a bundle: its text in each language, items, cover, and how it is sold. */
export function BundleEditor({ id, own }: BundleEditorProps) {
  const t = useMessages()
  const isScripted = useHydrated()
  const editing = useBundleEditor(id, own)
  const { draft, busy, problem } = editing
  return (
    <div className="page-stack">
      <header>
        <p>
          <PlainLink className="small" to={ownBundlesPath}>
            {t('commerce.own_bundles.title')}
          </PlainLink>
        </p>
        <div className={styles.head}>
          <h1>{draft.title || t('commerce.own_bundles.new')}</h1>
          <div className="row">
            {own && (
              <LinkButton to={`/bundle/${encodeURIComponent(own.bundle.slug)}`}>
                {t('commerce.own_bundles.preview')}
              </LinkButton>
            )}
            <Button theme="primary" busy={busy} disabled={!isScripted} onClick={() => void editing.save()}>
              {t('commerce.discount_save')}
            </Button>
          </div>
        </div>
      </header>
      <Suspense>
        <KeepsFocus />
      </Suspense>
      <Notices editing={editing} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {editing.problems.length > 0 && (
        <Notice tone="bad" live>
          {t('commerce.own_bundles.refused', { count: editing.problems.length })}
        </Notice>
      )}
      <Warnings draft={draft} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <BundleTexts editing={editing} />
          <BundleItems editing={editing} />
        </div>
        <div className={styles.column}>
          <Sale editing={editing} own={own} />
          <Panel>
            <BundleCover editing={editing} />
          </Panel>
        </div>
      </div>
      <MediaPickerHost />
    </div>
  )
}

/** What became of the text since it was typed. */
function Notices({ editing: { isRestored, isBehind, discard, keepOwn } }: { editing: BundleEditing }) {
  const t = useMessages()
  if (isBehind) {
    return (
      <Notice
        tone="warn"
        live
        actions={
          <>
            <Button size="s" onClick={() => keepOwn()}>
              {t('commerce.own_bundles.behind_keep')}
            </Button>
            <Button size="s" theme="quiet" onClick={discard}>
              {t('commerce.own_bundles.behind_take')}
            </Button>
          </>
        }
      >
        {t('commerce.own_bundles.behind')}
      </Notice>
    )
  }
  if (!isRestored) return null
  return (
    <Notice
      live
      actions={
        <Button size="s" theme="quiet" onClick={discard}>
          {t('commerce.own_bundles.discard')}
        </Button>
      }
    >
      {t('commerce.own_bundles.restored')}
    </Notice>
  )
}

/** What would keep people from buying it, though it can be saved. */
function Warnings({ draft: { items, price } }: { draft: BundleDraft }) {
  const t = useMessages()
  const format = useFormat()
  const fen = fenOf(price)
  const unsold = items.filter(({ problem }) => problem !== null)
  return (
    <>
      {unsold.length > 0 && (
        <Notice tone="warn">
          {t('commerce.own_bundles.warn_unsold', { titles: format.list(unsold.map(({ title, id }) => title || id)) })}
        </Notice>
      )}
      {fen !== null && items.length > 0 && savesNothing(fen, items) && (
        <Notice tone="warn">
          {t('commerce.own_bundles.warn_price', {
            price: format.price(items.reduce((sum, item) => sum + item.price, 0)),
          })}
        </Notice>
      )}
    </>
  )
}

function Sale({ editing, own }: { editing: BundleEditing; own: OwnBundle | null }) {
  const t = useMessages()
  const format = useFormat()
  const { draft, change, errorOf } = editing
  const single = draft.items.reduce((sum, { price }) => sum + price, 0)
  const typed = (name: 'slug' | 'price' | 'soldFrom' | 'soldUntil') => ({
    name,
    value: draft[name],
    error: errorOf(name),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  })
  return (
    <Panel className={styles.fields}>
      <TextField
        {...typed('price')}
        label={t('commerce.own_bundles.price')}
        help={single > 0 && t('commerce.own_bundles.price_help', { price: format.price(single) })}
        inputMode="decimal"
      />
      <TextField
        {...typed('soldFrom')}
        type="datetime-local"
        label={t('commerce.own_bundles.sold_from')}
        help={t('commerce.own_bundles.sold_from_help')}
      />
      <TextField
        {...typed('soldUntil')}
        type="datetime-local"
        label={t('commerce.own_bundles.sold_until')}
        help={t('commerce.own_bundles.sold_until_help')}
      />
      <TextField
        {...typed('slug')}
        label={t('commerce.own_bundles.slug')}
        help={t(own?.bundle.status === 'published' ? 'cms.builder_rename_help' : 'commerce.own_bundles.slug_help')}
        spellCheck={false}
        maxLength={160}
      />
      <Checkbox
        checked={draft.published}
        onChange={({ currentTarget }) => change({ published: currentTarget.checked })}
      >
        {t('commerce.own_bundles.publish')}
      </Checkbox>
    </Panel>
  )
}
