import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { newId } from '@lantern/contract/ids.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { clockText } from '#media/index.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { PlusIcon, XIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { VideoField } from '../fields/media-field.tsx'
import styles from './live.module.css'

type Chapter = LiveSessionForms['details']['recordingChapters'][number]

const most = 200

/** The film of a session that is over, and the chapters that viewers jump to. */
export function RecordingFields() {
  const t = useMessages()
  const { form, set, errorOf, touch } = usePart<LiveSessionForms, 'details'>('details')
  const chapters = form.recordingChapters
  const change = (id: string, changed: Partial<Chapter>) =>
    set(
      'recordingChapters',
      chapters.map((chapter) => (chapter.id === id ? { ...chapter, ...changed } : chapter)),
    )
  return (
    <>
      <p className="muted small">{t('authoring.live_recording_help')}</p>
      <FieldPlace name="details.recordingVideoId" whole>
        <VideoField
          label={t('authoring.field_recordingVideoId')}
          value={form.recordingVideoId}
          error={errorOf('recordingVideoId')}
          onChange={(id) => set('recordingVideoId', id)}
        />
      </FieldPlace>
      {form.recordingVideoId !== null && (
        <FieldPlace name="details.recordingChapters" whole>
          {chapters.length > 0 && (
            <ol className={styles.rows} aria-label={t('authoring.field_recordingChapters')}>
              {chapters.map((chapter) => (
                <li key={chapter.id} className={styles.row}>
                  <SecondField
                    second={chapter.second}
                    error={errorOf(`recordingChapters.${chapter.id}.second`)}
                    onSecond={(second) => {
                      change(chapter.id, { second })
                      touch(`recordingChapters.${chapter.id}.second`)
                    }}
                  />
                  <TextField
                    className={styles.text}
                    label={t('authoring.live_chapter_title')}
                    maxLength={200}
                    value={chapter.title}
                    error={errorOf(`recordingChapters.${chapter.id}.title`)}
                    onBlur={() => touch(`recordingChapters.${chapter.id}.title`)}
                    onChange={({ currentTarget }) => change(chapter.id, { title: currentTarget.value })}
                  />
                  <IconButton
                    theme="bare"
                    label={t('authoring.remove_of', { name: chapter.title })}
                    icon={<XIcon className="icon-s" />}
                    onClick={() =>
                      set(
                        'recordingChapters',
                        chapters.filter(({ id }) => id !== chapter.id),
                      )
                    }
                  />
                </li>
              ))}
            </ol>
          )}
          {chapters.length < most && (
            <div>
              <Button
                icon={<PlusIcon />}
                onClick={() => {
                  const second = chapters.length === 0 ? 0 : (chapters.at(-1)?.second ?? 0) + 60
                  set('recordingChapters', [...chapters, { id: newId('chapter'), title: '', second }])
                }}
              >
                {t('authoring.live_chapter_add')}
              </Button>
            </div>
          )}
        </FieldPlace>
      )}
    </>
  )
}

interface SecondFieldProps {
  second: number
  error: string | undefined
  onSecond: (second: number) => void
}

/** A place in the film as it is typed, and as it is read once the field is left. */
function SecondField({ second, error, onSecond }: SecondFieldProps) {
  const t = useMessages()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      className={styles.second}
      label={t('authoring.live_chapter_second')}
      inputMode="numeric"
      value={typed ?? clockText(second)}
      error={error}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        const read = typed === null ? null : readFilmTime(typed)
        if (read !== null) onSecond(read)
        setTyped(null)
      }}
    />
  )
}

/** Seconds of what was typed, as 4:05 or 245; null for what is no time. */
function readFilmTime(text: string): number | null {
  if (!/^\s*\d{1,6}(:[0-5]?\d){0,2}\s*$/.test(text)) return null
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
