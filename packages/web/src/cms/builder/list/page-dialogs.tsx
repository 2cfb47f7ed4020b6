import { type Namespace, namespaces, pagePath } from '@lantern/contract/cms/blocks.ts'
import type { createPage, PageRow, renamePage } from '@lantern/contract/cms/pages.ts'
import { mayEditPages } from '@lantern/contract/cms/rights.ts'
import { languageTag, type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './page-dialogs.module.css'
import { builderAddress } from './pages-address.ts'

const nameMost = 135
const slugMost = 80

/** A new page: what it is called, where it will be, and in which language it begins. */
export function CreatePageDialog({ namespace: given, onClose }: { namespace: Namespace; onClose: () => void }) {
  const t = useMessages()
  const own = useLocale()
  const session = useSession()
  const navigate = useNavigate()
  const offered = offeredLocales.filter((one) => mayEditPages(session, one))
  const [namespace, setNamespace] = useState(given)
  const [locale, setLocale] = useState<OfferedLocale>(offered.includes(own) ? own : (offered[0] ?? own))
  return (
    <NameDialog
      title={t('cms.builder_create')}
      confirm={t('cms.builder_create')}
      namespace={namespace}
      onClose={onClose}
      onSend={async ({ name, slug }) => {
        const { id } = await call<typeof createPage>('POST /api/learn/creator/page', {
          body: { namespace, slug, name, locale },
        })
        await navigate(builderAddress(id, locale))
      }}
    >
      <Select
        label={t('cms.builder_namespace')}
        value={namespace}
        onChange={({ currentTarget }) => setNamespace(currentTarget.value as Namespace)}
      >
        {namespaces.map((one) => (
          <option key={one} value={one}>
            {t(`cms.namespace_${one}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('cms.builder_first_language')}
        value={locale}
        onChange={({ currentTarget }) => setLocale(currentTarget.value as OfferedLocale)}
      >
        {offered.map((one) => (
          <option key={one} value={one} lang={languageTag(one)}>
            {t(`shell.locale.${one}`)}
          </option>
        ))}
      </Select>
    </NameDialog>
  )
}

export function RenamePageDialog({ row, onClose }: { row: PageRow; onClose: () => void }) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const [isSeen, setSeen] = useState(false)
  // what another editor named it meanwhile is said before it is replaced
  const before = isSeen ? {} : { before: { name: row.name, slug: row.slug } }
  return (
    <NameDialog
      title={t('cms.builder_rename_title', { name: row.name })}
      confirm={t('cms.builder_rename_save')}
      namespace={row.namespace}
      name={row.name}
      slug={row.slug}
      help={t('cms.builder_rename_help')}
      onClose={onClose}
      onSend={async (body) => {
        await call<typeof renamePage>('POST /api/learn/creator/page/:id/rename', {
          params: { id: row.id },
          body: { ...body, ...before },
        }).catch((error: unknown) => {
          setSeen(error instanceof ApiError && error.details[0]?.field === 'before')
          throw error
        })
        onClose()
        await revalidate()
      }}
    />
  )
}

type NameDialogProps = {
  title: string
  confirm: string
  namespace: Namespace
  name?: string
  slug?: string
  help?: string
  children?: React.ReactNode
  onSend: (named: { name: string; slug: string }) => Promise<void>
  onClose: () => void
}

function NameDialog({ title, confirm, namespace, help, children, onSend, onClose, ...given }: NameDialogProps) {
  const t = useMessages()
  const form = useId()
  const [name, setName] = useState(given.name ?? '')
  const [slug, setSlug] = useState(given.slug ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ field: 'name' | 'slug' | null; text: string } | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setProblem({ field: 'name', text: t('cms.fault_required') })
    if (!/^[\w-]{1,80}$/.test(slug)) return setProblem({ field: 'slug', text: t('cms.builder_slug_rule') })
    setBusy(true)
    setProblem(null)
    try {
      await onSend({ name: name.trim(), slug })
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'page_slug_taken'
      const said = error instanceof ApiError ? error.details[0]?.message : undefined
      setProblem({ field: isTaken ? 'slug' : null, text: said ?? failureText(error, t) })
      setBusy(false)
    }
  }
  const errorOf = (field: 'name' | 'slug' | null) => (problem?.field === field ? problem.text : undefined)
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('kit.close')}
      locked={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('documents.cancel')}
          </Button>
          <Button type="submit" form={form} theme="primary" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={send} noValidate>
        <TextField
          data-autofocus
          label={t('cms.field_name')}
          maxLength={nameMost}
          value={name}
          error={errorOf('name')}
          help={t('cms.builder_name_help')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          label={t('cms.builder_slug')}
          maxLength={slugMost}
          spellCheck={false}
          autoCapitalize="none"
          value={slug}
          error={errorOf('slug')}
          help={help ?? t('cms.builder_slug_help', { path: pagePath(namespace, slug || '…') })}
          onChange={({ currentTarget }) => setSlug(currentTarget.value.trim())}
        />
        {children}
        {problem?.field === null && (
          <p className={styles.problem} role="alert">
            {problem.text}
          </p>
        )}
      </form>
    </Dialog>
  )
}
