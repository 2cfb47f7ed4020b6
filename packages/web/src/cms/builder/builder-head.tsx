import { isError } from '@lantern/contract/cms/faults.ts'
import type { Present } from '@lantern/contract/topic.ts'
import { Suspense, useState } from 'react'
import { AlsoEditing } from '#kit/documents/also-editing.tsx'
import narrow from '#kit/documents/publish-button.module.css'
import { PublishedBadge } from '#kit/documents/published-badge.tsx'
import { SaveState } from '#kit/documents/save-state.tsx'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton, IconLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import {
  ArrowLeftIcon,
  ClockIcon,
  EllipsisIcon,
  EyeOffIcon,
  HistoryIcon,
  LinkIcon,
  RedoIcon,
  SendIcon,
  UndoIcon,
} from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import styles from './builder.module.css'
import { useBuilder, usePageState } from './builder-context.ts'

const dialogs = {
  publish: lazyPart(async () => ({ default: (await import('./publish/publish-dialog.tsx')).PublishDialog })),
  unpublish: lazyPart(async () => ({ default: (await import('./publish/unpublish-dialog.tsx')).UnpublishDialog })),
  schedule: lazyPart(async () => ({ default: (await import('./publish/schedule-dialog.tsx')).PageScheduleDialog })),
  link: lazyPart(async () => ({ default: (await import('./publish/preview-link-dialog.tsx')).PreviewLinkDialog })),
  revisions: lazyPart(async () => ({
    default: (await import('./revisions/page-revisions-dialog.tsx')).PageRevisionsDialog,
  })),
}

/** What is edited, where it is kept, and what can be done with the whole of it. */
export function BuilderHead({ others, languages }: { others: readonly Present[]; languages: React.ReactNode }) {
  const t = useMessages()
  const { pageEditor, faults } = useBuilder()
  const state = usePageState()
  const { draft, edits, status, unsaved } = state
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const { page, locale } = draft
  const errors = faults.filter(isError).length
  const schedule = page.locales.find((one) => one.locale === locale)?.schedule ?? []
  const isHeld = status === 'lost' || status === 'conflict'
  const Opened = open && dialogs[open]
  return (
    <header className={styles.head}>
      <title>{t('cms.builder_title', { name: page.name })}</title>
      <div className={styles.headInner}>
        <IconLink to="/creator/pages" label={t('cms.builder_to_pages')} icon={<ArrowLeftIcon />} />
        <div className={styles.about}>
          <h1 className="clip-1">{page.name}</h1>
          <p className={styles.state}>
            <PublishedBadge
              version={draft.version}
              publishedVersion={draft.publishedVersion}
              isUnsaved={unsaved.length > 0}
            />
            <SaveState state={state} />
            <AlsoEditing others={others} />
          </p>
        </div>
        <div className={styles.languages}>{languages}</div>
        <IconButton
          theme="bare"
          className={styles.step}
          label={t('cms.builder_undo')}
          aria-keyshortcuts="Control+Z Meta+Z"
          icon={<UndoIcon />}
          disabled={edits.past.length === 0}
          onClick={() => pageEditor.edit({ type: 'undo' })}
        />
        <IconButton
          theme="bare"
          className={styles.step}
          label={t('cms.builder_redo')}
          aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
          icon={<RedoIcon />}
          disabled={edits.future.length === 0}
          onClick={() => pageEditor.edit({ type: 'redo' })}
        />
        <Button
          className={styles.wide}
          theme="quiet"
          icon={<HistoryIcon className="icon-s" />}
          onClick={() => setOpen('revisions')}
        >
          {t('documents.revisions')}
        </Button>
        <Menu
          label={t('authoring.more')}
          className={styles.menu}
          trigger={(trigger) => (
            <IconButton {...trigger} theme="bare" label={t('authoring.more')} icon={<EllipsisIcon />} />
          )}
        >
          <MenuItem icon={<HistoryIcon />} onSelect={() => setOpen('revisions')}>
            {t('documents.revisions')}
          </MenuItem>
          <MenuItem icon={<LinkIcon />} onSelect={() => setOpen('link')}>
            {t('cms.builder_preview_link')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<ClockIcon />}
            end={schedule.length > 0 ? schedule.length : undefined}
            onSelect={() => setOpen('schedule')}
          >
            {t('documents.schedule')}
          </MenuItem>
          <MenuItem
            icon={<EyeOffIcon />}
            tone="bad"
            disabled={draft.publishedVersion === null}
            onSelect={() => setOpen('unpublish')}
          >
            {t('documents.unpublish')}
          </MenuItem>
        </Menu>
        <Button
          theme="primary"
          className={classNames(narrow.publish, styles.publish)}
          icon={<SendIcon />}
          disabled={isHeld}
          aria-describedby={errors > 0 ? 'builder-errors' : undefined}
          onClick={() => setOpen('publish')}
        >
          {t('documents.publish')}
          {errors > 0 && (
            <span className={styles.count} id="builder-errors">
              <span className="sr">{t('cms.builder_fault_count', { count: errors })}</span>
              <span aria-hidden="true">{errors}</span>
            </span>
          )}
        </Button>
      </div>
      {Opened && (
        <Suspense>
          <Opened onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </header>
  )
}
