import { contentLink } from '@lantern/contract/links.ts'
import type { Present } from '@lantern/contract/topic.ts'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { AlsoEditing } from '#kit/documents/also-editing.tsx'
import { PublishedBadge } from '#kit/documents/published-badge.tsx'
import { SaveState } from '#kit/documents/save-state.tsx'
import { lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Button, IconButton, IconLink, LinkButton } from '#ui/button.tsx'
import { ArrowLeftIcon, ClockIcon, EllipsisIcon, EyeIcon, HistoryIcon, UsersIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { dashboardLink } from './addresses.ts'
import styles from './editor-head.module.css'
import { useDraftState, useEditorTools } from './editor-tools.tsx'
import { useGoOn } from './use-go-on.ts'

const ItemScheduleDialog = lazyPart(async () => ({
  default: (await import('../publish/schedule-dialog.tsx')).ItemScheduleDialog,
}))

const AudienceDialog = lazyPart(async () => ({
  default: (await import('../publish/audience-dialog.tsx')).AudienceDialog,
}))

type EditorHeadProps = {
  /** Who else has the draft open. */
  others: readonly Present[]
  onSave: () => void
  publish: ReactNode
}

/** 72 high: what is edited, where it is kept, and what can be done with it. */
export function EditorHead({ others, onSave, publish }: EditorHeadProps) {
  const t = useMessages()
  const { kind, campus, references, showRevisions } = useEditorTools()
  const state = useDraftState()
  const { draft, forms, unsaved } = state
  const { title, thumbnailId } = forms.general
  const thumbnail = thumbnailId === null ? undefined : references.images[thumbnailId]?.url
  const preview = usePreview()
  const [schedules, setSchedules] = useState(false)
  const [choosesAudience, setChoosesAudience] = useState(false)
  const closeAudience = useCallback(() => setChoosesAudience(false), [])
  const name = title.trim() || t(`authoring.untitled_${kind.type}`)
  return (
    <header className={styles.head}>
      <title>{t('authoring.editor_title', { title: name })}</title>
      <div className={styles.inner}>
        <IconLink to={dashboardLink(campus, kind.type)} label={t('authoring.to_dashboard')} icon={<ArrowLeftIcon />} />
        <span className={styles.thumb}>
          {thumbnail && <img src={thumbnail} alt="" width={89} height={50} decoding="async" />}
        </span>
        <div className="grow">
          <h1 className="clip-1" lang={title.trim() ? forms.general.language : undefined}>
            {name}
          </h1>
          <p className={styles.state}>
            <PublishedBadge
              version={draft?.version ?? 0}
              publishedVersion={draft?.published ? (draft.publishedVersion ?? 0) : null}
              isUnsaved={unsaved.length > 0}
            />
            <SaveState state={state} />
            <AlsoEditing others={others} />
          </p>
        </div>
        {draft && (
          <>
            <Button
              className={styles.wide}
              theme="quiet"
              icon={<HistoryIcon className="icon-s" />}
              onClick={showRevisions}
            >
              {t('documents.revisions')}
            </Button>
            {preview && (
              <LinkButton
                className={styles.wide}
                to={preview.to}
                icon={<EyeIcon className="icon-s" />}
                onClick={preview.onClick}
              >
                {t('authoring.preview')}
              </LinkButton>
            )}
          </>
        )}
        <Button className={draft ? styles.wide : undefined} theme={draft ? 'secondary' : 'primary'} onClick={onSave}>
          {t('authoring.save')}
        </Button>
        {draft && (
          <Menu
            label={t('authoring.more')}
            className={styles.menu}
            trigger={(trigger) => (
              <IconButton {...trigger} theme="bare" label={t('authoring.more')} icon={<EllipsisIcon />} />
            )}
          >
            <MenuItem onSelect={showRevisions}>{t('documents.revisions')}</MenuItem>
            {preview && <MenuItem onSelect={preview.go}>{t('authoring.preview')}</MenuItem>}
            <MenuItem onSelect={onSave}>{t('authoring.save')}</MenuItem>
            <MenuSeparator />
            <MenuItem icon={<ClockIcon />} onSelect={() => setSchedules(true)}>
              {t('documents.schedule')}
            </MenuItem>
            {draft.organisationId !== null && (
              <MenuItem icon={<UsersIcon />} onSelect={() => setChoosesAudience(true)}>
                {t('authoring.audience_title')}
              </MenuItem>
            )}
          </Menu>
        )}
        {publish}
      </div>
      {schedules && (
        <Suspense>
          <ItemScheduleDialog onClose={() => setSchedules(false)} />
        </Suspense>
      )}
      {choosesAudience && draft && (
        <Suspense>
          <AudienceDialog itemId={draft.id} onClose={closeAudience} />
        </Suspense>
      )}
    </header>
  )
}

/** The page as learners would see it: unsaved text is sent to the server first. */
function usePreview() {
  const locale = useLocale()
  const goOn = useGoOn()
  const { draftEditor } = useEditorTools()
  const { draft, forms } = useDraftState()
  if (!draft) return null
  const { slug, id } = draft
  const to = contentLink({ ...draft, slug: slug || id, language: forms.general.language }, { locale, preview: true })
  const go = async () => {
    if (await draftEditor.flush()) await goOn(to)
  }
  return {
    to,
    go: () => void go(),
    onClick: (event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; preventDefault(): void }) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return void draftEditor.flush()
      event.preventDefault()
      void go()
    },
  }
}
