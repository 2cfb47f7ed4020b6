import type { deletePackage, importPackage, listPackages, PackageCard } from '@lantern/contract/courseware/packages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { useRevalidateWhile } from '#kit/use-revalidate-while.ts'
import { DropZone, UploadList, uploads, useUploads } from '#media/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './courseware.module.css'
import { faultTexts, standardNames } from './unit-texts.ts'

interface PackagesTabProps {
  organisation: Pick<Organisation, 'id'>
  packages: ResponseOf<typeof listPackages>['results']
}

/** Course packages of an organisation: they come in here. */
export function PackagesTab({ organisation, packages }: PackagesTabProps) {
  const t = useMessages()
  const [deleted, setDeleted] = useState<PackageCard | null>(null)
  const [replaced, setReplaced] = useState<PackageCard | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const upload = usePackageUpload(organisation.id, change.send)
  useRevalidateWhile(packages.some(({ newest }) => newest.state === 'reading'))
  const remove = async ({ id, title }: PackageCard) => {
    await change.send(
      () => call<typeof deletePackage>('POST /api/campus/package/:id/delete', { params: { id } }),
      t('courseware.deleted', { title }),
    )
    setDeleted(null)
  }
  return (
    <div className={styles.part}>
      <p className="muted small">{t('courseware.packages_lead')}</p>
      {replaced && (
        <Notice
          actions={
            <Button size="s" onClick={() => setReplaced(null)}>
              {t('courseware.cancel')}
            </Button>
          }
        >
          {t('courseware.replacing', { title: replaced.title })}
        </Notice>
      )}
      <DropZone
        kind="package"
        single
        onAdded={(added) => {
          upload.add(added.map(({ key }) => ({ key, packageId: replaced?.id })))
          setReplaced(null)
        }}
      />
      <UploadList entries={upload.entries} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {packages.length === 0 ? (
        <EmptyState title={t('courseware.no_packages')}>
          <p>{t('courseware.no_packages_text')}</p>
        </EmptyState>
      ) : (
        <PackageTable packages={packages} onDelete={setDeleted} onReplace={setReplaced} />
      )}
      <ConfirmDialog
        open={deleted !== null}
        theme="delete"
        title={t('courseware.delete_question', { title: deleted?.title ?? '' })}
        confirmLabel={t('courseware.delete')}
        cancelLabel={t('courseware.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => deleted && remove(deleted)}
        onClose={() => setDeleted(null)}
      >
        <p>{t('courseware.delete_text')}</p>
      </ConfirmDialog>
    </div>
  )
}

interface AddedUpload {
  key: number
  packageId: string | undefined
}

/** Uploads of this tab that are to become packages: imported as soon as they are whole. */
function usePackageUpload(organisationId: string, send: ReturnType<typeof useChange>['send']) {
  const t = useMessages()
  const [added, setAdded] = useState<readonly AddedUpload[]>([])
  const entries = useUploads().filter(({ key }) => added.some((one) => one.key === key))
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const whole = entries.find(({ state }) => state === 'done')
    if (!whole?.attachmentId) return
    const body = { attachmentId: whole.attachmentId }
    const packageId = added.find(({ key }) => key === whole.key)?.packageId
    uploads.dismiss(whole.key)
    void latest.current(
      () =>
        call<typeof importPackage>('POST /api/campus/organisation/:id/package', {
          params: { id: organisationId },
          body: { ...body, ...(packageId && { packageId }) },
        }),
      t('courseware.importing', { name: whole.name }),
    )
  }, [entries, added, organisationId, t])
  return { entries, add: (more: readonly AddedUpload[]) => setAdded((before) => [...before, ...more]) }
}

interface PackageTableProps {
  packages: readonly PackageCard[]
  onDelete: (card: PackageCard) => void
  onReplace: (card: PackageCard) => void
}

function PackageTable({ packages, onDelete, onReplace }: PackageTableProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Table label={t('courseware.packages')}>
      <thead>
        <tr>
          <th scope="col">{t('courseware.package')}</th>
          <th scope="col" className={endCell}>
            {t('courseware.units')}
          </th>
          <th scope="col" className={endCell}>
            {t('courseware.classes')}
          </th>
          <th scope="col" className={endCell}>
            {t('courseware.begun_by')}
          </th>
          <th scope="col">
            <span className="sr">{t('courseware.acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {packages.map((card) => (
          <tr key={card.id}>
            <th scope="row">
              <span className={styles.name}>
                {card.isPlayable ? (
                  <TextLink to={`/campus/package/${card.id}`}>{card.title}</TextLink>
                ) : (
                  <span>{card.title}</span>
                )}
                <PackageState card={card} />
              </span>
            </th>
            <td className={endCell}>{format.number(card.units)}</td>
            <td className={endCell}>{format.number(card.classes)}</td>
            <td className={endCell}>{format.number(card.learners)}</td>
            <td>
              <span className={styles.acts}>
                <Button
                  size="s"
                  aria-label={t('courseware.act_of', { act: t('courseware.replace'), title: card.title })}
                  onClick={() => onReplace(card)}
                >
                  {t('courseware.replace')}
                </Button>
                <Button
                  size="s"
                  aria-label={t('courseware.delete_of', { title: card.title })}
                  onClick={() => onDelete(card)}
                >
                  {t('courseware.delete')}
                </Button>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What it is, or what became of the newest upload. */
function PackageState({ card: { standard, newest } }: { card: PackageCard }) {
  const t = useMessages()
  return (
    <span className={`small muted ${styles.facts}`}>
      {standard && <span>{standardNames[standard]}</span>}
      <span>{t('courseware.version', { number: newest.number })}</span>
      {newest.state === 'reading' && <Badge tone="accent">{t('courseware.reading')}</Badge>}
      {newest.fault && (
        <>
          <Badge tone="bad">{t('courseware.refused')}</Badge>
          <span>{[t(faultTexts[newest.fault]), newest.faultDetail].filter(Boolean).join(' · ')}</span>
        </>
      )}
    </span>
  )
}
