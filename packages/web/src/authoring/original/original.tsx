import type { DraftOriginal, draftOriginal } from '@lantern/contract/authoring/drafts.ts'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { useDraftState } from '../editor-shell/editor-tools.tsx'
import { fieldWord } from '../editor-shell/field-words.ts'
import styles from './original.module.css'
import { originalText } from './original-text.ts'

const OriginalContext = createContext<DraftOriginal | null>(null)

/** What the draft was translated from; null where it is no translation, and until it has been read. */
export function useOriginal(): DraftOriginal | null {
  return use(OriginalContext)
}

/**
 * Around the panels of an editor. While a translation is written, each of its fields shows what the original says there:
 * beside it where there is room, below it and when a switch says so on a narrow screen.
 */
export function WithOriginal({ children }: { children: ReactNode }) {
  const t = useMessages()
  const { draft } = useDraftState()
  const [original, setOriginal] = useState<DraftOriginal | null>(null)
  const [failed, setFailed] = useState(false)
  const [shown, setShown] = useState(false)
  const id = draft?.id
  const revision = draft?.source?.latestRevision
  const newest = useRef(0)
  const read = useCallback(() => {
    const turn = ++newest.current
    setFailed(false)
    if (id === undefined || revision === undefined) return setOriginal(null)
    call<typeof draftOriginal>('GET /api/learn/creator/draft/:id/original', { params: { id } }).then(
      (found) => turn === newest.current && setOriginal(found),
      () => turn === newest.current && setFailed(true),
    )
  }, [id, revision])
  useEffect(() => {
    read()
    return () => {
      newest.current++
    }
  }, [read])
  return (
    <OriginalContext value={original}>
      <div className={styles.around} data-original={shown ? 'shown' : undefined}>
        {original && (
          <div className={styles.switch}>
            <ChoiceSwitch checked={shown} onChange={setShown}>
              {t('authoring.original_show')}
            </ChoiceSwitch>
          </div>
        )}
        {failed && (
          <div className={styles.failed}>
            <Notice
              tone="warn"
              actions={
                <Button size="s" onClick={read}>
                  {t('shell.try_again')}
                </Button>
              }
            >
              {t('authoring.original_failed')}
            </Notice>
          </div>
        )}
        {children}
      </div>
    </OriginalContext>
  )
}

/** Null where the original says nothing in this field. */
export function useOriginalText(field: string): string | null {
  const original = useOriginal()
  return original && originalText(original, field)
}

/** What the original says in a field, beside the field. */
export function OriginalText({ field, text }: { field: string; text: string }) {
  const t = useMessages()
  const language = useOriginal()?.forms.general.language
  return (
    // biome-ignore lint/a11y/useSemanticElements: it holds words to read, no fields to fill
    <div role="group" className={styles.text} aria-label={t('authoring.original_of', { field: fieldWord(field, t) })}>
      <p className={styles.label} aria-hidden="true">
        {t('authoring.original')}
      </p>
      <p className={styles.words} lang={language}>
        {text}
      </p>
    </div>
  )
}
