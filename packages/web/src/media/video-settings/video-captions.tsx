import type { deleteCaption, saveCaption, updateVideo } from '@lantern/contract/media/videos.ts'
import { useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText, toastFailure } from '#kit/failure.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Trash2Icon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/text-field.tsx'
import { captionLanguages, languageOfName, readCaptionFile } from './caption-file.ts'
import { usePressed } from './use-pressed.ts'
import styles from './video-settings.module.css'
import type { VideoPartProps } from './video-settings.tsx'

/** The captions of a video by language: files in, one of them the default, any of them out again. */
export function VideoCaptions({ video, act }: VideoPartProps) {
  const t = useMessages()
  const locale = useLocale()
  const [language, setLanguage] = useState<string>(locale.slice(0, 2))
  const [said, setSaid] = useState<{ tone: 'good' | 'warn' | 'bad'; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [leaving, setLeaving] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const params = { id: video.id }
  const nameOf = (code: string) =>
    new Intl.DisplayNames([locale.replace('_', '-')], { type: 'language' }).of(code) ?? code

  const add = async (file: File) => {
    const of = languageOfName(file.name) ?? language
    setBusy(true)
    setSaid(null)
    setLanguage(of)
    try {
      const body = {
        language: of,
        text: await readCaptionFile(file),
        ...(video.captions.length === 0 && { isDefault: true }),
      }
      const saved = await act(() =>
        call<typeof saveCaption>('POST /api/learn/creator/video/:id/caption', { params, body }),
      )
      const count = saved.video.captions.find((one) => one.language === of)?.cues ?? 0
      setSaid({
        tone: saved.skipped > 0 ? 'warn' : 'good',
        text: t('media.captions_taken', { language: nameOf(of), count, skipped: saved.skipped }),
      })
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0]?.message : undefined
      setSaid({
        tone: 'bad',
        text: t('media.captions_refused', { name: file.name, reason: detail ?? failureText(error, t) }),
      })
    } finally {
      setBusy(false)
    }
  }
  const keptDefault = video.captions.find((one) => one.default)?.language ?? null
  const [defaultLanguage, setDefault] = usePressed(keptDefault, async (next) => {
    try {
      const body = { defaultCaption: next }
      await act(() => call<typeof updateVideo>('POST /api/learn/creator/video/:id', { params, body }))
    } catch (error) {
      toastFailure(error, t)
    }
  })
  const remove = async (of: string) => {
    try {
      const body = { language: of }
      await act(() => call<typeof deleteCaption>('POST /api/learn/creator/video/:id/caption/delete', { params, body }))
      setLeaving(null)
    } catch (error) {
      toastFailure(error, t)
    }
  }
  return (
    <fieldset className={styles.captions}>
      <legend>{t('media.captions')}</legend>
      {video.captions.length === 0 && <p className="small muted">{t('media.captions_none_yet')}</p>}
      <ul className={styles.list}>
        {video.captions.map((one) => (
          <li key={one.language}>
            <span lang={one.language}>{one.label}</span>
            <span className="small muted">{t('media.captions_count', { count: one.cues })}</span>
            <label className={styles.default}>
              <input
                type="radio"
                name={`default-${video.id}`}
                checked={one.language === defaultLanguage}
                onChange={() => void setDefault(one.language)}
              />
              {t('media.captions_default')}
            </label>
            <IconButton
              theme="bare"
              label={t('media.delete_captions', { language: one.label })}
              icon={<Trash2Icon />}
              onClick={() => setLeaving(one.language)}
            />
          </li>
        ))}
        {video.captions.length > 0 && (
          <li>
            <label className={styles.default}>
              <input
                type="radio"
                name={`default-${video.id}`}
                checked={defaultLanguage === null}
                onChange={() => void setDefault(null)}
              />
              {t('media.captions_no_default')}
            </label>
          </li>
        )}
      </ul>
      <div className={styles.row}>
        <Select
          label={t('media.captions_language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        >
          {captionLanguages.map((code) => (
            <option key={code} value={code}>
              {nameOf(code)}
            </option>
          ))}
        </Select>
        <input
          ref={input}
          type="file"
          accept=".vtt,.srt,text/vtt"
          hidden
          aria-label={t('media.captions_file')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (!file) return
            event.target.value = ''
            void add(file)
          }}
        />
        <Button busy={isBusy} onClick={() => input.current?.click()}>
          {t('media.captions_add')}
        </Button>
      </div>
      {said && (
        <Notice tone={said.tone} live>
          {said.text}
        </Notice>
      )}
      <ConfirmDialog
        open={leaving !== null}
        theme="delete"
        title={t('media.delete_captions', { language: nameOf(leaving ?? 'zh') })}
        confirmLabel={t('media.delete')}
        cancelLabel={t('media.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => leaving && remove(leaving)}
        onClose={() => setLeaving(null)}
      >
        {t('media.delete_text')}
      </ConfirmDialog>
    </fieldset>
  )
}
