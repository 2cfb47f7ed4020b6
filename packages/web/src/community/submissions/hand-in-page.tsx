import type { Item, Section } from '@lantern/contract/catalog/items.ts'
import { submissionTextLength, submissionTitleLength } from '@lantern/contract/community/submission-rules.ts'
import type { handIn, Submission } from '@lantern/contract/community/submissions.ts'
import { type FormEvent, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useBlocked } from '#kit/guards.tsx'
import { useHydrated } from '#kit/hydrated.ts'
import { lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AvailabilityFields } from './availability-fields.tsx'
import { type HandInAnswer, problemOf } from './hand-in-act.ts'
import { linkOfSubmission } from './submission-address.ts'
import { SubmissionHead } from './submission-head.tsx'
import styles from './submissions.module.css'
import { type SubmissionDraft, useSubmissionDraft } from './use-submission-draft.ts'

/** Uploads need script: the form stands before theirs has come. */
const ChosenFiles = lazyPart(async () => ({ default: (await import('./chosen-files.tsx')).ChosenFiles }))

export interface HandInPageProps {
  item: Pick<Item, 'id' | 'type' | 'slug' | 'title' | 'language'>
  section: Pick<Section, 'id' | 'title' | 'anchor' | 'submissionType'>
  /** What was handed in before. */
  own: Submission | null
  /** How the form came back that was posted without script. */
  answer?: HandInAnswer
}

const nothing: SubmissionDraft = { title: '', description: '', permission: 'public', files: [], availability: {} }

/** The form of a submission. What is typed and what has come of the files stays when the page is left. */
export function HandInPage({ item, section, own, answer }: HandInPageProps) {
  const t = useMessages()
  const locale = useLocale()
  const navigate = useNavigate()
  const isBlocked = useBlocked()
  const isScripted = useHydrated()
  const given = useMemo(() => answer?.typed ?? (own ? draftOf(own) : nothing), [answer, own])
  const draft = useSubmissionDraft(section.id, given)
  const [isUploading, setUploading] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState(answer?.problem ?? null)
  const { title, description, permission, files, availability } = draft.value
  const type = section.submissionType ?? 'media'

  async function send() {
    setProblem(null)
    setSending(true)
    const place = { itemId: item.id, sectionId: section.id, type }
    const body = { ...place, permission, title, description, availability, attachmentIds: files.map(({ id }) => id) }
    try {
      const { submission } = await call<typeof handIn>('POST /api/learn/submission', { body })
      draft.clear()
      navigate(linkOfSubmission(item, submission.id, locale))
    } catch (error) {
      setSending(false)
      if (isBlocked(error, () => void send())) return
      setProblem(problemOf(error, failureText(error, t)))
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <SubmissionHead
        item={item}
        anchor={section.anchor}
        here={t('community.submission_hand_in')}
        title={t(own ? 'community.submission_again' : 'community.submission_hand_in')}
        lead={
          <p className="muted" lang={item.language}>
            {section.title}
          </p>
        }
      >
        <span className="small muted" role="status">
          {draft.isKept && t('community.submission_kept')}
        </span>
      </SubmissionHead>
      {problem?.text && (
        <Notice tone="bad" live>
          {problem.text}
        </Notice>
      )}
      <form className={styles.hand} method="post" onSubmit={onSubmit} noValidate>
        <input type="hidden" name="itemId" value={item.id} />
        <input type="hidden" name="sectionId" value={section.id} />
        <input type="hidden" name="type" value={type} />
        <div className={styles.main}>
          <TextField
            name="title"
            label={t('community.submission_title')}
            size="l"
            value={title}
            maxLength={submissionTitleLength}
            error={problem?.fields.title}
            onChange={({ currentTarget }) => draft.change(() => ({ title: currentTarget.value }))}
          />
          <TextArea
            name="description"
            label={t('community.submission_text')}
            help={t('community.submission_text_help')}
            rows={6}
            limit={submissionTextLength}
            value={description}
            error={problem?.fields.description}
            onValue={(text) => draft.change(() => ({ description: text }))}
          />
          {isScripted ? (
            <Suspense>
              <ChosenFiles
                type={type}
                files={files}
                error={problem?.fields.attachmentIds ?? problem?.fields.type}
                onChange={(change) => draft.change((before) => ({ files: change(before.files) }))}
                onBusy={setUploading}
              />
            </Suspense>
          ) : (
            <FilesAsHandedIn files={files} error={problem?.fields.attachmentIds ?? problem?.fields.type} />
          )}
          <AvailabilityFields
            values={availability}
            errorOf={(field) => problem?.fields[`availability.${field}`]}
            onChange={(field, text) =>
              draft.change((before) => ({ availability: { ...before.availability, [field]: text } }))
            }
          />
        </div>
        <Panel className={styles.set}>
          <fieldset className={styles.who}>
            <legend>{t('community.submission_who')}</legend>
            {(['public', 'private'] as const).map((one) => (
              <label key={one} className={styles.choice}>
                <input
                  type="radio"
                  name="permission"
                  value={one}
                  checked={permission === one}
                  onChange={() => draft.change(() => ({ permission: one }))}
                />
                <span>{t(`community.submission_who_${one}`)}</span>
              </label>
            ))}
          </fieldset>
          <Button type="submit" theme="primary" size="l" wide busy={isSending} disabled={isUploading}>
            {t('community.submission_hand_in')}
          </Button>
          {isUploading && <p className="small muted">{t('community.submission_wait')}</p>}
        </Panel>
      </form>
    </main>
  )
}

/** Before or without script: the files that were handed in before go along. */
function FilesAsHandedIn({ files, error }: { files: SubmissionDraft['files']; error: string | undefined }) {
  const t = useMessages()
  return (
    <div className={styles.chosen}>
      {files.map(({ id, name }) => (
        <p key={id}>
          <input type="hidden" name="attachmentId" value={id} />
          <input type="hidden" name="attachmentName" value={name} />
          {name}
        </p>
      ))}
      <noscript>
        <p className="small muted">{t('community.submission_files_script')}</p>
      </noscript>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function draftOf({ title, description, permission, files, availability }: Submission): SubmissionDraft {
  const chosen = files.map(({ id, name }) => ({ id, name }))
  return { title, description, permission: permission === 'public' ? 'public' : 'private', files: chosen, availability }
}
