import { pagePath } from '@lantern/contract/cms/blocks.ts'
import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import type { checkPage, publishPage } from '@lantern/contract/cms/pages.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DoneDialog } from '#ui/done-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { PageChecks } from './page-checks.tsx'
import styles from './publish.module.css'

type Stage =
  | { at: 'checking' }
  | { at: 'checked'; faults: readonly PageFault[] }
  | { at: 'failed'; problem: string }
  | { at: 'published' }

/** Looks at everything, says what is wrong, and publishes what is not. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { pageEditor, pageId, locale, sayAll } = useBuilder()
  const { draft } = usePageState()
  const [stage, setStage] = useState<Stage>({ at: 'checking' })
  const [busy, setBusy] = useState(false)
  const { namespace, slug } = draft.page

  const say = useRef(sayAll)
  useEffect(() => say.current(), [])
  useEffect(() => {
    let dropped = false
    const check = async (): Promise<Stage> => {
      try {
        if (!(await pageEditor.flush())) return { at: 'failed', problem: t('documents.not_saved') }
        const { faults } = await call<typeof checkPage>('GET /api/learn/creator/page/:id/:locale/check', {
          params: { id: pageId, locale },
        })
        pageEditor.setFaults(faults)
        return { at: 'checked', faults }
      } catch (error) {
        return { at: 'failed', problem: failureText(error, t) }
      }
    }
    void check().then((found) => !dropped && setStage(found))
    return () => {
      dropped = true
    }
  }, [pageEditor, pageId, locale, t])

  const publish = async () => {
    setBusy(true)
    try {
      const answer = await call<typeof publishPage>('POST /api/learn/creator/page/:id/:locale/publish', {
        params: { id: pageId, locale },
        body: { version: pageEditor.state().draft.version },
      })
      pageEditor.adopt(answer)
      setStage({ at: 'published' })
    } catch (error) {
      // another editor saved meanwhile: the next save shows both texts
      if (error instanceof ApiError && error.code === 'draft_conflict') void pageEditor.flush()
      setStage({ at: 'failed', problem: failureText(error, t) })
    } finally {
      setBusy(false)
    }
  }
  const faults = stage.at === 'checked' ? stage.faults : []
  const errors = faults.filter(isError)
  const warnings = faults.filter((fault) => !isError(fault))
  if (stage.at === 'published') {
    return (
      <DoneDialog
        title={t('cms.builder_published')}
        closeLabel={t('kit.close')}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('cms.builder_go_on')}</Button>
            <LinkButton theme="primary" data-autofocus to={pagePath(namespace, slug)} target="_blank">
              {t('cms.builder_view_page')}
            </LinkButton>
          </>
        }
      >
        <p>{t('cms.builder_published_text', { language: t(`shell.locale.${locale}`) })}</p>
      </DoneDialog>
    )
  }
  return (
    <Dialog
      open
      title={t('cms.builder_publish_title', { language: t(`shell.locale.${locale}`) })}
      closeLabel={t('kit.close')}
      locked={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('documents.cancel')}
          </Button>
          <Button
            theme="primary"
            data-autofocus
            busy={busy}
            disabled={stage.at !== 'checked' || errors.length > 0}
            onClick={publish}
          >
            {t(errors.length === 0 && warnings.length > 0 ? 'cms.builder_publish_anyway' : 'documents.publish')}
          </Button>
        </>
      }
    >
      <div className={styles.body} role="status">
        {stage.at === 'checking' && <TextSkeleton label={t('cms.builder_checking')} />}
        {stage.at === 'failed' && <Notice tone="bad">{stage.problem}</Notice>}
        {stage.at === 'checked' && faults.length === 0 && <Notice tone="good">{t('cms.builder_nothing_wrong')}</Notice>}
        <PageChecks faults={faults} onGo={onClose} />
      </div>
    </Dialog>
  )
}
