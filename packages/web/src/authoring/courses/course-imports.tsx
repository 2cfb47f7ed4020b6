import type { beginCourseImport, CourseImport, CourseImportList } from '@lantern/contract/authoring/course-imports.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { ListHead } from '#kit/listing/list-head.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { DropZone, UploadList, uploads, useUploads } from '#media/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './course-imports.module.css'
import { formatNames, ImportState, importPath } from './import-state.tsx'

interface CourseImportsProps {
  campus: boolean
  /** Null when the list could not be read. */
  list: CourseImportList | null
}

/** Courses of other systems come in here, and what became of those that came before. */
export function CourseImports({ campus, list }: CourseImportsProps) {
  const t = useMessages()
  const change = useChange()
  const upload = useCourseUpload(campus, change.send)
  const problem = change.problemBeside()
  return (
    <div className={styles.page}>
      <ListHead
        title={t('authoring.courses.title')}
        lead={t('authoring.courses.lead')}
        before={
          <TextLink to={campus ? '/campus/creator/dashboard' : '/creator/dashboard'}>
            {t(campus ? 'authoring.dashboard_campus_title' : 'authoring.dashboard_title')}
          </TextLink>
        }
      >
        {null}
      </ListHead>
      <DropZone
        kind="asset"
        single
        help={t('authoring.courses.drop_help')}
        onAdded={(added) => upload.add(added.map(({ key }) => key))}
      />
      <UploadList entries={upload.entries} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {list === null ? (
        <Notice tone="bad">{t('authoring.courses.failed')}</Notice>
      ) : list.results.length === 0 ? (
        <EmptyState title={t('authoring.courses.none_title')}>
          <p>{t('authoring.courses.none_text')}</p>
        </EmptyState>
      ) : (
        <ul className={styles.rows} aria-label={t('authoring.courses.list')}>
          {list.results.map((one) => (
            <ImportRow key={one.id} one={one} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ImportRow({ one }: { one: CourseImport }) {
  const t = useMessages()
  const format = useFormat()
  const { kept, changed, leftOut } = one.counts
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <TextLink className={styles.name} to={importPath(one)}>
          {one.title || one.fileName}
        </TextLink>
        <p className="muted small">
          {[one.format && formatNames[one.format], one.title && one.fileName, format.dateTime(one.createdAt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {one.problem && <p className={styles.note}>{one.problem.message}</p>}
        {kept + changed + leftOut > 0 && (
          <p className="muted small">{t('authoring.courses.counts', { kept, changed, leftOut })}</p>
        )}
      </div>
      <ImportState state={one.state} />
    </li>
  )
}

/** Uploads of this tab that are to become courses: read as soon as they are whole. */
function useCourseUpload(campus: boolean, send: ReturnType<typeof useChange>['send']) {
  const t = useMessages()
  const navigate = useNavigate()
  const [keys, setKeys] = useState<readonly number[]>([])
  const entries = useUploads().filter(({ key }) => keys.includes(key))
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const whole = entries.find(({ state }) => state === 'done')
    if (!whole?.attachmentId) return
    const body = { attachmentId: whole.attachmentId, ...(campus && { campus }) }
    uploads.dismiss(whole.key)
    const begin = async () => {
      const { id } = await call<typeof beginCourseImport>('POST /api/learn/creator/courseImport', { body })
      await navigate(importPath({ id, campus }))
    }
    void latest.current(begin, t('authoring.courses.begun', { name: whole.name }))
  }, [entries, campus, navigate, t])
  return { entries, add: (more: readonly number[]) => setKeys((before) => [...before, ...more]) }
}
