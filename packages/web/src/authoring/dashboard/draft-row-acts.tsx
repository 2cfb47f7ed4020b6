import type { copyDraft, deleteDraft, DraftRow as Row } from '@lantern/contract/authoring/drafts.ts'
import { contentLink, editLink } from '@lantern/contract/links.ts'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import {
  ChartColumnIcon,
  CopyIcon,
  DownloadIcon,
  EllipsisIcon,
  EyeIcon,
  LanguagesIcon,
  Trash2Icon,
  UndoIcon,
  UploadIcon,
} from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'
import { useGoOn } from '../editor-shell/use-go-on.ts'
import { useExport } from '../exchange/index.ts'

const DeleteDraftDialog = lazyPart(async () => ({
  default: (await import('./draft-row-dialogs.tsx')).DeleteDraftDialog,
}))
const TranslateDraftDialog = lazyPart(async () => ({
  default: (await import('./draft-row-dialogs.tsx')).TranslateDraftDialog,
}))

type DraftRowActsProps = { row: Row; campus: boolean; title: string }

/** What else can be done with it, behind one button. */
export function DraftRowActs({ row, campus, title }: DraftRowActsProps) {
  const t = useMessages()
  const locale = useLocale()
  const goOn = useGoOn()
  const { revalidate } = useRevalidator()
  const [asks, setAsks] = useState<'delete' | 'translate' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const exporting = useExport(row.id)
  const params = { id: row.id }
  const learnOptionType = campus ? 'campus' : 'other'
  const link = contentLink({ ...row, learnOptionType }, { locale, preview: !row.published })

  async function copy() {
    setBusy(true)
    try {
      const made = await call<typeof copyDraft>('POST /api/learn/creator/draft/:id/copy', { params, body: {} })
      toast({ tone: 'good', text: t('authoring.dashboard_copied') })
      await goOn(editLink(made, { campus }))
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }

  async function remove() {
    try {
      const { deleted } = await call<typeof deleteDraft>('POST /api/learn/creator/draft/:id/delete', { params })
      toast({ tone: 'good', text: t(deleted ? 'authoring.dashboard_deleted' : 'authoring.dashboard_taken_back') })
      setAsks(null)
      await revalidate()
    } catch (error) {
      toastFailure(error, t)
    }
  }

  return (
    <>
      <Menu
        label={t('authoring.dashboard_more_of', { title })}
        trigger={(props) => (
          <IconButton
            {...props}
            theme="bare"
            busy={isBusy || exporting.isBusy}
            label={t('authoring.dashboard_more_of', { title })}
            icon={<EllipsisIcon />}
          />
        )}
      >
        {
          <MenuItem icon={<EyeIcon />} to={link}>
            {t(row.published ? 'authoring.dashboard_view' : 'authoring.dashboard_preview')}
          </MenuItem>
        }
        {row.type !== 'liveSession' && (
          <MenuItem icon={<ChartColumnIcon />} to={`/creator/insights/${encodeURIComponent(row.id)}`}>
            {t('authoring.dashboard_insights')}
          </MenuItem>
        )}
        {row.type === 'tutorial' && row.published && (
          <MenuItem icon={<UploadIcon />} to={`/creator/submissions/${encodeURIComponent(row.id)}`}>
            {t('authoring.insights.submissions')}
          </MenuItem>
        )}
        <MenuItem icon={<CopyIcon />} onSelect={copy}>
          {t('authoring.dashboard_copy')}
        </MenuItem>
        <MenuItem icon={<DownloadIcon />} onSelect={() => exporting.begin('package')}>
          {t('authoring.package.export')}
        </MenuItem>
        {row.type !== 'liveSession' && (
          <MenuItem icon={<DownloadIcon />} onSelect={() => exporting.begin('cartridge')}>
            {t('authoring.cartridge.export')}
          </MenuItem>
        )}
        <MenuItem icon={<LanguagesIcon />} onSelect={() => setAsks('translate')}>
          {t('authoring.dashboard_translate')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="bad" icon={row.published ? <UndoIcon /> : <Trash2Icon />} onSelect={() => setAsks('delete')}>
          {t(row.published ? 'authoring.dashboard_take_back' : 'authoring.delete')}
        </MenuItem>
      </Menu>
      {exporting.dialog}
      {asks && (
        <Suspense>
          {asks === 'delete' ? (
            <DeleteDraftDialog
              id={row.id}
              title={title}
              published={row.published}
              onConfirm={remove}
              onClose={() => setAsks(null)}
            />
          ) : (
            <TranslateDraftDialog row={row} campus={campus} title={title} onClose={() => setAsks(null)} />
          )}
        </Suspense>
      )}
    </>
  )
}
