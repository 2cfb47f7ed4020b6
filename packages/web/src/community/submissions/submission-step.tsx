import type { Item, Section } from '@lantern/contract/catalog/items.ts'
import type { listSubmissions } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { LayoutGridIcon, UploadIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { galleryAddress, handInAddress, linkOfSubmission, peerAddress } from './submission-address.ts'
import styles from './submissions.module.css'

export interface SubmissionStepProps {
  item: Pick<Item, 'id' | 'type' | 'slug' | 'language'>
  section: Pick<Section, 'id' | 'submissionType' | 'optionType'>
}

/** What the submission step of a lesson asks for, the ways there, and what the reader has handed in. */
export function SubmissionStep({ item, section }: SubmissionStepProps) {
  const t = useMessages()
  const locale = useLocale()
  const [list, setList] = useState<ResponseOf<typeof listSubmissions> | null>(null)
  useEffect(() => {
    let isWanted = true
    const query = { itemId: item.id, pageSize: 1 }
    // without an answer the links lead on all the same
    call<typeof listSubmissions>('GET /api/learn/submission/list', { query }).then(
      (answer) => isWanted && setList(answer),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [item.id])
  const own = list?.own[section.id]
  const peer = list?.peer[section.id]
  return (
    <Panel className={styles.step}>
      <p>
        {t(
          section.submissionType === 'webgl' ? 'community.submission_asked_webgl' : 'community.submission_asked_media',
        )}
      </p>
      {section.optionType === 'required' && <p className="small muted">{t('community.submission_demanded')}</p>}
      {own && (
        <p>
          {t('community.submission_mine')} <TextLink to={linkOfSubmission(item, own.id, locale)}>{own.title}</TextLink>
        </p>
      )}
      {peer && <p className="small muted">{t('community.peer_asked', { share: peer.share })}</p>}
      <div className="row">
        <LinkButton
          theme={own ? undefined : 'primary'}
          to={handInAddress(item)}
          icon={<UploadIcon className="icon-s" />}
        >
          {t(own ? 'community.submission_again' : 'community.submission_hand_in')}
        </LinkButton>
        {own && peer && (
          <LinkButton theme={peer.given < peer.share ? 'primary' : undefined} to={peerAddress(item)}>
            {t('community.peer_go', peer)}
          </LinkButton>
        )}
        <LinkButton theme="quiet" to={galleryAddress(item)} icon={<LayoutGridIcon className="icon-s" />}>
          {list && list.total > 0 ? t('community.submission_count', { count: list.total }) : t('community.submissions')}
        </LinkButton>
      </div>
    </Panel>
  )
}
