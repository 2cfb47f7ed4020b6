import type { collectSubmission, readSubmission } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ShareDialog } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { BookmarkIcon, FlagIcon, Share2Icon, Trash2Icon } from '#ui/icons.tsx'
import { channelAddress } from '../channel-address.ts'
import { LikeButton } from '../like-button.tsx'
import { galleryAddress, handInAddress } from './submission-address.ts'

const DeleteDialog = lazyPart(async () => ({ default: (await import('../delete-dialog.tsx')).DeleteDialog }))
const ReportDialog = lazyPart(async () => ({ default: (await import('../moderation/report-dialog.tsx')).ReportDialog }))

/** What one can do with a submission: others like, collect and report it, its author hands in again or deletes it. */
export function SubmissionActs(props: ResponseOf<typeof readSubmission>) {
  const { submission, item } = props
  const t = useMessages()
  const { user } = useSession()
  const [liked, setLiked] = useState({ on: props.liked, count: submission.likeCount })
  const isOwn = user?.id === submission.authorId
  return (
    <div className="row">
      <LikeButton
        target={{ id: submission.id, type: 'submission' }}
        label={t('community.submission_like', { title: submission.title, count: liked.count })}
        liked={liked}
        onLike={setLiked}
        formAction={channelAddress(submission.id)}
      />
      <Share {...submission} />
      <Collect id={submission.id} title={submission.title} isCollected={props.collected} />
      {isOwn && item && submission.sectionId !== null && (
        <LinkButton to={handInAddress(item)}>{t('community.submission_again')}</LinkButton>
      )}
      {isOwn ? <Delete id={submission.id} to={item ? galleryAddress(item) : '/'} /> : <Report {...props} />}
    </div>
  )
}

/** Others find what is public and stands. */
function Share({ id, title, permission, hidden }: ResponseOf<typeof readSubmission>['submission']) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  if (permission !== 'public' || hidden !== null) return null
  return (
    <>
      <IconButton
        label={t('community.submission_share', { title })}
        icon={<Share2Icon />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ShareDialog
            title={title}
            picture={null}
            url={new URL(submissionLink(id), window.location.href).href}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Collect({ id, title, isCollected }: { id: string; title: string; isCollected: boolean }) {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const [on, setOn] = useState(isCollected)
  const [busy, setBusy] = useState(false)
  async function toggle() {
    setBusy(true)
    try {
      const body = { id, on: !on }
      setOn((await call<typeof collectSubmission>('POST /api/learn/submission/collect', { body })).collected)
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  return (
    <IconButton
      label={t('community.submission_collect', { title })}
      aria-pressed={on}
      aria-busy={busy || undefined}
      icon={<BookmarkIcon />}
      onClick={() => requireLogin(() => void toggle())}
    />
  )
}

function Report({ submission, userMap, reported }: ResponseOf<typeof readSubmission>) {
  const t = useMessages()
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  const [isReported, setReported] = useState(reported !== null)
  return (
    <>
      <Button
        theme="quiet"
        icon={<FlagIcon className="icon-s" />}
        disabled={isReported}
        onClick={() => requireLogin(() => setOpen(true))}
      >
        {t(isReported ? 'community.reported_before' : 'community.report')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            target={{ id: submission.id, type: 'submission' }}
            name={userMap[submission.authorId]?.fullName ?? ''}
            onClose={() => setOpen(false)}
            onReported={() => setReported(true)}
          />
        </Suspense>
      )}
    </>
  )
}

function Delete({ id, to }: { id: string; to: string }) {
  const t = useMessages()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <IconButton label={t('community.delete')} icon={<Trash2Icon />} onClick={() => setAsked(true)} />
      {isAsked && (
        <Suspense>
          <DeleteDialog type="submission" id={id} onClose={() => setAsked(false)} onDeleted={() => navigate(to)} />
        </Suspense>
      )}
    </>
  )
}
