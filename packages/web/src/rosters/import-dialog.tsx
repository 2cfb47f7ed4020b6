import { nameListLimits } from '@lantern/contract/rosters/name-list-limits.ts'
import type { NameListFault, NameListPlan, readNameList } from '@lantern/contract/rosters/name-lists.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { fileData } from '#kit/files.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { CheckIcon, DownloadIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './import-dialog.module.css'
import { PlanState } from './plan-state.tsx'
import { PlanView } from './plan-view.tsx'
import { useNameList } from './use-name-list.ts'

export interface ImportDialogProps {
  organisation: { id: string; name: string }
  onClose: () => void
}

/** A list of people from a file: chosen, tried, and imported when that is wished. */
export function ImportDialog({ organisation, onClose }: ImportDialogProps) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const list = useNameList(organisation.id, () => void revalidate())
  const { plan } = list
  const [endMissing, setEndMissing] = useState(false)
  const isTried = plan?.state === 'planned' || plan?.state === 'planning'
  const step = plan === null ? 0 : isTried ? 1 : 2
  const people = plan ? plan.lines - plan.problems : 0
  return (
    <Dialog
      open
      title={t('rosters.import')}
      closeLabel={t('kit.close')}
      keepOnOutside
      onClose={onClose}
      footer={
        plan && (
          <>
            {plan.state !== 'planning' && (
              <LinkButton
                theme="quiet"
                className={styles.first}
                to={`/api/campus/organisation/${organisation.id}/nameList/${plan.id}/lines.csv`}
                download
                icon={<DownloadIcon className="icon-s" />}
              >
                {t('rosters.download')}
              </LinkButton>
            )}
            {isTried ? (
              <>
                <Button onClick={list.forget}>{t('rosters.other_file')}</Button>
                {plan.state === 'planned' && (
                  <Button theme="primary" busy={list.busy} onClick={() => void list.importIt(endMissing)}>
                    {t('rosters.import_lines', { count: Math.max(0, people) })}
                  </Button>
                )}
              </>
            ) : (
              <Button theme="primary" onClick={onClose}>
                {t('kit.close')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.body}>
        <Steps current={step} isDone={plan?.state === 'done'} />
        {plan === null ? (
          <FileChoice organisationId={organisation.id} onPlan={list.take} />
        ) : (
          <>
            <PlanState plan={plan} />
            {plan.state !== 'planning' && (
              <PlanView plan={plan} endMissing={endMissing} onEndMissing={setEndMissing} onMend={list.mend} />
            )}
          </>
        )}
        {list.problem && (
          <Notice tone="bad" live>
            {list.problem}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function Steps({ current, isDone }: { current: number; isDone: boolean }) {
  const t = useMessages()
  return (
    <ol className={styles.trail}>
      {(['step_file', 'step_try', 'step_import'] as const).map((step, at) => (
        <li key={step} aria-current={at === current ? 'step' : undefined}>
          {(at < current || isDone) && <CheckIcon className="icon-s" />}
          {t(`rosters.${step}`)}
        </li>
      ))}
    </ol>
  )
}

interface FileChoiceProps {
  organisationId: string
  onPlan: (plan: NameListPlan) => void
}

function FileChoice({ organisationId, onPlan }: FileChoiceProps) {
  const t = useMessages()
  const [busy, setBusy] = useState(false)
  const [makeClasses, setMakeClasses] = useState(true)
  const [faults, setFaults] = useState<readonly NameListFault[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const megabytes = nameListLimits.fileBytes / 1024 / 1024
  const read = async (file: File) => {
    setFaults([])
    setProblem(null)
    if (file.size > nameListLimits.fileBytes) {
      setProblem(t('rosters.too_large', { megabytes }))
      return
    }
    setBusy(true)
    try {
      const answer = await call<typeof readNameList>('POST /api/campus/organisation/:id/nameList', {
        params: { id: organisationId },
        body: { file: { name: file.name.slice(0, 300), data: await fileData(file) }, makeClasses },
      })
      if (answer.plan) onPlan(answer.plan)
      setFaults(answer.faults)
    } catch (error) {
      setProblem(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FileDrop
        label={t('rosters.choose_file')}
        help={t('rosters.choose_help', { megabytes })}
        accept=".csv,.tsv,.txt,.zip,text/csv,application/zip"
        busy={busy}
        onFile={(file) => void read(file)}
      />
      <p className="muted small">{t('rosters.columns_help')}</p>
      <Checkbox checked={makeClasses} onChange={({ currentTarget }) => setMakeClasses(currentTarget.checked)}>
        {t('rosters.make_classes')}
      </Checkbox>
      {busy && (
        <p role="status" className="muted">
          {t('rosters.reading')}
        </p>
      )}
      {(faults.length > 0 || problem) && (
        <Notice tone="bad" live>
          {problem}
          {faults.map(({ code, file, line, message }) => (
            <p key={`${code} ${file} ${line}`}>
              {line === null ? '' : `${t('rosters.line', { line })}: `}
              {message}
            </p>
          ))}
        </Notice>
      )}
    </>
  )
}
