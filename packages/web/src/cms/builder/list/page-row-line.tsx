import { isSegment, pagePath } from '@lantern/contract/cms/blocks.ts'
import type { deletePage, PageRow, undeletePage } from '@lantern/contract/cms/pages.ts'
import { mayEditPages, mayManagePages } from '@lantern/contract/cms/rights.ts'
import { languageTag, offeredLocales } from '@lantern/contract/locales.ts'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ClockIcon, EllipsisIcon, EyeIcon, PencilIcon, RotateCcwIcon, Trash2Icon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import styles from './page-row-line.module.css'
import { builderAddress } from './pages-address.ts'

const RenamePageDialog = lazyPart(async () => ({ default: (await import('./page-dialogs.tsx')).RenamePageDialog }))

/** One page: what it is called, where it is, how far each of its languages is. */
export function PageRowLine({ row, isDeleted }: { row: PageRow; isDeleted: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const locale = useLocale()
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [renames, setRenames] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name, namespace, slug, locales } = row
  const mine = locales.filter((one) => mayEditPages(session, one.locale))
  const first = mine.find((one) => one.locale === locale) ?? mine[0]
  const mayManage = mayManagePages(session) && !row.isOwn
  const latest = locales.toSorted((one, other) => (one.savedAt < other.savedAt ? 1 : -1))[0]

  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await revalidate()
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  const bringBack = () =>
    act(async () => {
      await call<typeof undeletePage>('POST /api/learn/creator/page/:id/undelete', { params: { id } })
      toast({ tone: 'good', text: t('cms.builder_brought_back', { name }) })
    })
  const remove = () =>
    act(async () => {
      await call<typeof deletePage>('POST /api/learn/creator/page/:id/delete', { params: { id } })
      toast({
        tone: 'info',
        text: t('cms.builder_page_deleted', { name }),
        action: { label: t('cms.builder_undo'), onAct: () => void bringBack() },
      })
    })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h2 className={styles.name}>
          {first && !isDeleted ? (
            <PageLink className={styles.link} to={builderAddress(id, first.locale)}>
              {name}
            </PageLink>
          ) : (
            name
          )}
        </h2>
        <p className={styles.address}>
          {isSegment(slug) ? t('cms.builder_segment', { slug }) : pagePath(namespace, slug)}
        </p>
        {latest && (
          <p className="meta">
            <time dateTime={latest.savedAt}>
              {latest.savedBy
                ? t('cms.builder_saved_by', { time: format.dateTime(latest.savedAt), name: latest.savedBy.fullName })
                : t('cms.builder_saved', { time: format.dateTime(latest.savedAt) })}
            </time>
          </p>
        )}
      </div>
      <ul className={styles.locales} aria-label={t('cms.builder_languages')}>
        {inOrder(locales).map((one) => (
          <li key={one.locale}>
            <LocaleChip row={row} of={one} isLink={!isDeleted && mayEditPages(session, one.locale)} />
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        {isDeleted ? (
          mayManage && (
            <Button size="s" icon={<RotateCcwIcon />} busy={busy} onClick={bringBack}>
              {t('cms.builder_bring_back')}
            </Button>
          )
        ) : (
          <Menu
            label={t('cms.builder_more_of', { name })}
            trigger={(trigger) => (
              <IconButton
                {...trigger}
                theme="bare"
                busy={busy}
                label={t('cms.builder_more_of', { name })}
                icon={<EllipsisIcon />}
              />
            )}
          >
            {first && (
              <MenuItem icon={<PencilIcon />} to={builderAddress(id, first.locale)}>
                {t('cms.builder_edit')}
              </MenuItem>
            )}
            <MenuItem icon={<EyeIcon />} to={pagePath(namespace, slug)}>
              {t('cms.builder_view_page')}
            </MenuItem>
            {mayManage && (
              <>
                <MenuSeparator />
                <MenuItem icon={<PencilIcon />} onSelect={() => setRenames(true)}>
                  {t('cms.builder_rename')}
                </MenuItem>
                <MenuItem tone="bad" icon={<Trash2Icon />} onSelect={remove}>
                  {t('cms.builder_remove')}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </div>
      {renames && (
        <Suspense>
          <RenamePageDialog row={row} onClose={() => setRenames(false)} />
        </Suspense>
      )}
    </li>
  )
}

/** As languages are offered everywhere. */
function inOrder(locales: PageRow['locales']): PageRow['locales'] {
  const place = ({ locale }: PageRow['locales'][number]) => offeredLocales.indexOf(locale)
  return locales.toSorted((one, other) => place(one) - place(other))
}

type LocaleChipProps = { row: PageRow; of: PageRow['locales'][number]; isLink: boolean }

/** A language and its state: by a shape, a word for screen readers, and a colour. */
function LocaleChip({ row, of, isLink }: LocaleChipProps) {
  const t = useMessages()
  const { locale, version, publishedVersion, schedule } = of
  const state = publishedVersion === null ? 'draft' : version > publishedVersion ? 'changed' : 'published'
  const language = t(`shell.locale.${locale}`)
  const content = (
    <>
      <span className={styles.dot} aria-hidden="true" />
      <span lang={languageTag(locale)}>{language}</span>
      <span className={state === 'published' ? 'sr' : styles.chipState}>{t(`documents.badge_${state}`)}</span>
      {schedule.length > 0 && (
        <span className={styles.planned}>
          <ClockIcon className="icon-s" />
          <span className="sr">{t('cms.builder_has_schedule')}</span>
        </span>
      )}
    </>
  )
  if (!isLink) {
    return (
      <span className={styles.chip} data-state={state}>
        {content}
      </span>
    )
  }
  return (
    <PageLink className={styles.chip} data-state={state} to={builderAddress(row.id, locale)}>
      {content}
    </PageLink>
  )
}
