import type { updateUserAvatar } from '@lantern/contract/identity/account.ts'
import { avatarTypes } from '@lantern/contract/identity/account-rules.ts'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession, useSession } from '#kit/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { toast } from '#ui/toast.ts'
import styles from './profile-panel.module.css'
import { ShrinkFailure, shrinkPicture } from './shrink-picture.ts'

const outcomes = {
  approved: { tone: 'good', key: 'uploaded_avatar_approved' },
  rejected: { tone: 'bad', key: 'uploaded_avatar_rejected' },
  needAdmin: { tone: 'info', key: 'uploaded_avatar_needAdmin' },
  requestFailed: { tone: 'bad', key: 'uploaded_avatar_requestFailed' },
} as const

/** The profile picture and the button that changes it. */
export function AvatarField() {
  const t = useMessages()
  const hydrated = useHydrated()
  const helpId = useId()
  const { user } = useSession()
  const changeSession = useChangeSession()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!user) return null

  async function upload({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    if (!file) return
    setBusy(true)
    setProblem(null)
    try {
      const { status, avatar } = await call<typeof updateUserAvatar>('POST /api/learn/cn/updateUserAvatar', {
        body: { avatar: await shrinkPicture(file) },
      })
      const { tone, key } = outcomes[status]
      if (status === 'approved') changeSession(({ user }) => ({ user: user && { ...user, avatar } }))
      if (tone === 'bad') setProblem(t(key))
      toast({ tone, text: t(key) })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
      // the same file may be chosen again
      currentTarget.value = ''
    }
  }

  function problemOf(error: unknown): string {
    if (error instanceof ShrinkFailure) return t(`identity.avatar_${error.problem}`)
    const known =
      error instanceof ApiError ? ({ 413: 'too_large', 415: 'unreadable' } as const)[error.status] : undefined
    if (known) return t(`identity.avatar_${known}`)
    toast({ tone: 'bad', text: t('uploaded_avatar_requestFailed') })
    return failureText(error, t)
  }

  return (
    <div className={styles.avatar}>
      <Avatar name={user.fullName || user.name} src={user.avatar} size="l" className={styles.picture} />
      <div className={styles.choose}>
        <span className={styles.label}>{t('identity.avatar')}</span>
        <p className="small muted" id={helpId}>
          {t('identity.avatar_help')}
        </p>
        <input
          ref={input}
          className="sr"
          type="file"
          accept={avatarTypes.join(',')}
          aria-label={t('identity.avatar_choose')}
          tabIndex={-1}
          aria-hidden="true"
          onChange={upload}
        />
        <Button disabled={!hydrated} busy={busy} aria-describedby={helpId} onClick={() => input.current?.click()}>
          {t(busy ? 'identity.avatar_uploading' : 'identity.avatar_choose')}
        </Button>
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    </div>
  )
}
