import type { getNameList } from '@lantern/contract/rosters/name-lists.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DownloadIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './import-dialog.module.css'
import { PlanState } from './plan-state.tsx'
import { PlanView } from './plan-view.tsx'
import { useNameList } from './use-name-list.ts'

interface RunDialogProps {
  organisationId: string
  listId: string
  onClose: () => void
}

/** What a reading of the system outside would change, or has; imported from here when that is wished. */
export function RunDialog({ organisationId, listId, onClose }: RunDialogProps) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const list = useNameList(organisationId, () => void revalidate())
  const [endMissing, setEndMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { plan } = list
  const load = useEffectEvent(async () => {
    try {
      const params = { id: organisationId, listId }
      list.take(await call<typeof getNameList>('GET /api/campus/organisation/:id/nameList/:listId', { params }))
    } catch (error) {
      setProblem(failureText(error, t))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another dialog's
  useEffect(() => void load(), [listId])
  const close = () => {
    // what was imported meanwhile stands on the page
    void revalidate()
    onClose()
  }
  return (
    <Dialog
      open
      title={t('rosters.source_result')}
      closeLabel={t('kit.close')}
      keepOnOutside
      onClose={close}
      footer={
        plan && (
          <>
            {plan.state !== 'planning' && (
              <LinkButton
                theme="quiet"
                className={styles.first}
                to={`/api/campus/organisation/${organisationId}/nameList/${plan.id}/lines.csv`}
                download
                icon={<DownloadIcon className="icon-s" />}
              >
                {t('rosters.download')}
              </LinkButton>
            )}
            {plan.state === 'planned' ? (
              <Button theme="primary" busy={list.busy} onClick={() => void list.importIt(endMissing)}>
                {t('rosters.import_lines', { count: Math.max(0, plan.lines - plan.problems) })}
              </Button>
            ) : (
              <Button theme="primary" onClick={close}>
                {t('kit.close')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.body}>
        {plan && <PlanState plan={plan} />}
        {plan && plan.state !== 'planning' && (
          <PlanView plan={plan} endMissing={endMissing} onEndMissing={setEndMissing} onMend={list.mend} />
        )}
        {(list.problem ?? problem) && (
          <Notice tone="bad" live>
            {list.problem ?? problem}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
