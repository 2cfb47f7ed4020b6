import type { cancelPageSchedule, schedulePage } from '@lantern/contract/cms/pages.ts'
import { call } from '#kit/call.ts'
import { ScheduleDialog } from '#kit/documents/schedule-dialog.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'

/** What is to happen to the page by itself, and when. */
export function PageScheduleDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { pageEditor, pageId, locale } = useBuilder()
  const { draft } = usePageState()
  const params = { id: pageId, locale }
  return (
    <ScheduleDialog
      editor={pageEditor}
      schedule={draft.page.locales.find((one) => one.locale === locale)?.schedule ?? []}
      explained={{
        publish: t('cms.builder_schedule_publish_text'),
        unpublish: t('cms.builder_schedule_unpublish_text'),
      }}
      onClose={onClose}
      onPlan={async (body) => {
        const answer = await call<typeof schedulePage>('POST /api/learn/creator/page/:id/:locale/schedule', {
          params,
          body,
        })
        pageEditor.setSchedule(answer.schedule)
      }}
      onCancel={async (scheduleId) => {
        const answer = await call<typeof cancelPageSchedule>(
          'POST /api/learn/creator/page/:id/:locale/schedule/cancel',
          { params, body: { scheduleId } },
        )
        pageEditor.setSchedule(answer.schedule)
      }}
    />
  )
}
