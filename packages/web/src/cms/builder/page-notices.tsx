import { DraftNotices } from '#kit/documents/draft-notices.tsx'
import { saveTextFile } from '#kit/files.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import styles from './builder.module.css'
import { useBuilder, usePageState } from './builder-context.ts'
import { usePageComparison } from './conflict/page-comparison.ts'

/** What stands in the way of saving. */
export function PageNotices() {
  const t = useMessages()
  const { pageEditor } = useBuilder()
  const comparison = usePageComparison()
  return (
    <div className={styles.notices}>
      <DraftNotices
        editor={pageEditor}
        state={usePageState()}
        comparison={comparison}
        lostTitle={t('cms.builder_lost_title')}
        wayOut={<SaveAsFile />}
      />
    </div>
  )
}

/** For an editor who may not save here any more: all of the page, to be pasted or kept. */
function SaveAsFile() {
  const t = useMessages()
  const { edits, draft } = usePageState()
  return (
    <Button
      size="s"
      theme="primary"
      onClick={() => saveTextFile(`${draft.page.slug}.${draft.locale}.json`, JSON.stringify(edits.content, null, 2))}
    >
      {t('authoring.download_draft')}
    </Button>
  )
}
