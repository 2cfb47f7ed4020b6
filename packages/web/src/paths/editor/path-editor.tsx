import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { EditedPath, listEditedPaths, PathForm } from '@lantern/contract/paths/path-editing.ts'
import { contentLanguages } from '@lantern/contract/roles.ts'
import { Suspense } from 'react'
import { useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { OrderedItems } from '#kit/ordered-items.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { editedPathsAddress } from './edited-paths.tsx'
import { mostStages, reordered, withStage } from './path-draft.ts'
import styles from './path-editor.module.css'
import { PathNotices } from './path-notices.tsx'
import { StageEditor } from './stage-editor.tsx'
import { type PathEditing, usePathEditor } from './use-path-editor.ts'

type Places = ResponseOf<typeof listEditedPaths>['places']

interface PathEditorProps {
  /** Null: it is not made yet. */
  own: EditedPath | null
  /** For whom the viewer may make one: the site and organisations. */
  places: Places
}

const KeepsFocus = lazyPart(async () => ({ default: (await import('#kit/keeps-focus.ts')).KeepsFocus }))

/** The editor of a learning path: its stages with their items, choices and tests, for whom it is, and publishing. */
export function PathEditor({ own, places }: PathEditorProps) {
  const t = useMessages()
  const isScripted = useHydrated()
  const editing = usePathEditor(own, places[0]?.id ?? null)
  const { draft, busy } = editing
  return (
    <div className="page-stack">
      <header>
        <p>
          <PlainLink className="small" to={editedPathsAddress}>
            {t('paths.edited')}
          </PlainLink>
        </p>
        <div className={styles.head}>
          <h1>{draft.form.title || t('paths.new')}</h1>
          <div className="row">
            {own && (
              <LinkButton to={`/learning-path/${encodeURIComponent(own.form.slug)}`}>{t('paths.see_page')}</LinkButton>
            )}
            <Button theme="primary" busy={busy} disabled={!isScripted} onClick={() => void editing.save()}>
              {t('commerce.discount_save')}
            </Button>
          </div>
        </div>
      </header>
      <PathNotices editing={editing} own={own} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Texts editing={editing} />
          <Stages editing={editing} />
        </div>
        <div className={styles.column}>
          <About editing={editing} own={own} places={places} />
          <Order editing={editing} />
        </div>
      </div>
      <Suspense>
        <KeepsFocus />
      </Suspense>
      <TakingOut editing={editing} begun={own?.begun ?? {}} />
    </div>
  )
}

function Texts({ editing: { draft, change, errorOf } }: { editing: PathEditing }) {
  const t = useMessages()
  const { title, description } = draft.form
  return (
    <Panel className={styles.fields}>
      <TextField
        label={t('paths.title')}
        value={title}
        maxLength={120}
        autoComplete="off"
        error={errorOf('title')}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TextArea
        label={t('commerce.own_bundles.description')}
        rows={3}
        limit={1000}
        value={description}
        error={errorOf('description')}
        onValue={(text) => change({ description: text })}
      />
    </Panel>
  )
}

/** For whom it is, where it is, and what it gives. */
function About({ editing, own, places }: { editing: PathEditing; own: EditedPath | null; places: Places }) {
  const t = useMessages()
  const words = useItemWords()
  const { draft, change, errorOf, setPlace } = editing
  const { slug, language, givesCertificate, published } = draft.form
  const nameOf = (id: string | null) => {
    const place = places.find((one) => one.id === id)
    return place?.name ? t('paths.for_members', { name: place.name }) : t('paths.for_everybody')
  }
  const shown = places.some(({ id }) => id === draft.organisationId) ? draft.organisationId : null
  return (
    <Panel className={styles.fields}>
      {own === null ? (
        <Select
          label={t('authoring.audience_title')}
          value={shown ?? ''}
          onChange={({ currentTarget }) => setPlace(currentTarget.value || null)}
        >
          {places.map(({ id }) => (
            <option key={id} value={id ?? ''}>
              {nameOf(id)}
            </option>
          ))}
        </Select>
      ) : (
        <div>
          <p className={styles.label}>{t('authoring.audience_title')}</p>
          <p>{nameOf(draft.organisationId)}</p>
        </div>
      )}
      <Select
        label={t('commerce.own_bundles.language')}
        value={language}
        error={errorOf('language')}
        onChange={({ currentTarget }) => change({ language: currentTarget.value })}
      >
        {contentLanguages.map((one) => (
          <option key={one} value={one}>
            {words.language(one)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('commerce.own_bundles.slug')}
        help={t(own?.form.published ? 'cms.builder_rename_help' : 'paths.slug_help')}
        value={slug}
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        error={errorOf('slug')}
        onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
      />
      <Checkbox
        checked={givesCertificate}
        onChange={({ currentTarget }) => change({ givesCertificate: currentTarget.checked })}
      >
        {t('authoring.field_givesCertificate')}
      </Checkbox>
      <Checkbox checked={published} onChange={({ currentTarget }) => change({ published: currentTarget.checked })}>
        {t('paths.publish')}
      </Checkbox>
    </Panel>
  )
}

/** The stages by their names: to be put in order, and taken out. */
function Order({ editing: { draft, setStages } }: { editing: PathEditing }) {
  const t = useMessages()
  const { stages } = draft.form
  const nameOf = ({ id }: { id: string }) => stageName(draft.form, id, t)
  return (
    <Panel as="section" className={styles.fields} aria-labelledby="stage-order">
      <h2 id="stage-order" className={styles.label}>
        {t('paths.order')}
      </h2>
      <OrderedItems
        label={t('paths.order')}
        items={stages}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        onChange={(next) => setStages(reordered(stages, next))}
      >
        {(stage) => (
          <a className={styles.jump} href={`#stage-${stage.id}`}>
            {nameOf(stage)}
          </a>
        )}
      </OrderedItems>
    </Panel>
  )
}

function Stages({ editing }: { editing: PathEditing }) {
  const t = useMessages()
  const { draft, setStages, errorOf } = editing
  const { stages } = draft.form
  const error = errorOf('stages')
  return (
    <section className={styles.column} aria-labelledby="stages">
      <h2 id="stages">{t('paths.stages')}</h2>
      {error && <FieldError>{error}</FieldError>}
      {stages.length === 0 && <Notice>{t('paths.empty')}</Notice>}
      {stages.map((stage) => (
        <StageEditor
          key={stage.id}
          stage={stage}
          editing={editing}
          name={stageName(draft.form, stage.id, t)}
          nameOf={(id) => stageName(draft.form, id, t)}
        />
      ))}
      {stages.length < mostStages && (
        <Button
          className={styles.act}
          icon={<PlusIcon className="icon-s" />}
          onClick={() => setStages(withStage(stages))}
        >
          {t('paths.add_stage')}
        </Button>
      )}
    </section>
  )
}

/** Its number and the names of its branches. */
function stageName({ stages }: PathForm, id: string, t: ReturnType<typeof useMessages>): string {
  const at = stages.findIndex((stage) => stage.id === id)
  const titles = stages[at]?.branches.flatMap(({ title }) => title.trim() || []) ?? []
  return [t('paths.stage_number', { number: at + 1 }), titles.join(' / ')].filter(Boolean).join(' · ')
}

/** Before something is taken out that learners have begun. */
function TakingOut({ editing, begun }: { editing: PathEditing; begun: Readonly<Record<string, number>> }) {
  const t = useMessages()
  const format = useFormat()
  const { asked, draft, confirmTakingOut, cancelTakingOut } = editing
  return (
    <ConfirmDialog
      open={asked !== null}
      theme="delete"
      title={t('paths.take_out_title')}
      confirmLabel={t('paths.take_out')}
      cancelLabel={t('documents.cancel')}
      closeLabel={t('kit.close')}
      onConfirm={confirmTakingOut}
      onClose={cancelTakingOut}
    >
      <ul className={styles.begun}>
        {asked?.ids.map((id) => (
          <li key={id}>
            {t('paths.begun_by', {
              title: draft.items[id]?.title ?? id,
              count: begun[id] ?? 0,
              number: format.number(begun[id] ?? 0),
            })}
          </li>
        ))}
      </ul>
      <p>{t('paths.take_out_text')}</p>
    </ConfirmDialog>
  )
}
