import type { cancelPageSchedule, schedulePage } from '@lantern/contract/cms/pages.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { ScheduleForm } from '../../publish/schedule-form.tsx'
import { useBuilder, usePageState } from '../builder/builder-context.ts'

/** What is to happen to the page by itself, and when. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { desk, pageId, locale } = useBuilder()
  const { draft } = usePageState()
  const params = { id: pageId, locale }
  return (
    <ScheduleForm
      schedule={draft.page.locales.find((one) => one.locale === locale)?.schedule ?? []}
      explained={{
        publish: t('cms.builder_schedule_publish_text'),
        unpublish: t('cms.builder_schedule_unpublish_text'),
      }}
      onClose={onClose}
      onPlan={async (plan) => {
        if (!(await desk.flush())) return false
        const version = plan.action === 'publish' ? { version: desk.state().draft.version } : {}
        const answer = await call<typeof schedulePage>('POST /api/learn/creator/page/:id/:locale/schedule', {
          params,
          body: { ...plan, ...version },
        })
        desk.setSchedule(answer.schedule)
        return true
      }}
      onCancel={async (scheduleId) => {
        const answer = await call<typeof cancelPageSchedule>(
          'POST /api/learn/creator/page/:id/:locale/schedule/cancel',
          { params, body: { scheduleId } },
        )
        desk.setSchedule(answer.schedule)
      }}
    />
  )
}
