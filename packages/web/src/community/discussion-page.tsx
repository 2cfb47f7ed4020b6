import type { Discussion as DiscussionData } from '@lantern/contract/community/discussion.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { contentLink, submissionLink } from '@lantern/contract/links.ts'
import { useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { RefusalNotice } from '#kit/refusal-notice.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { BookOpenIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { channelAddress } from './channel-address.ts'
import { Discussion } from './discussion.tsx'
import styles from './discussion-page.module.css'

export interface DiscussionPageProps {
  discussion: DiscussionData
  focus: string | null
  reply: string | null
  /** What was wrong with the form that was posted without script. */
  problem: { problem: string; code: ErrorCode } | null
  /** What was typed into it. */
  typed: string
}

/** A channel: the item and its steps at the side, what is said in the middle. */
export function DiscussionPage({ discussion, focus, reply, problem, typed }: DiscussionPageProps) {
  const t = useMessages()
  const locale = useLocale()
  const { content, step, submission, channels } = discussion
  const [counted, setCounted] = useState({ of: discussion, channels })
  // counts of the channel that was open before are not those of this one
  const opened = { ...discussion, channels: counted.of === discussion ? counted.channels : channels }
  const title = step?.title ?? submission?.title ?? content.title
  const hasSteps = channels.length > 1
  return (
    <div className={`wrap ${styles.page}`} data-side={hasSteps || undefined}>
      {hasSteps && (
        <Panel as="aside" padded={false} className={styles.side}>
          <Channels discussion={opened} />
        </Panel>
      )}
      <main id="main" className={styles.main}>
        <Breadcrumb
          label={t('catalog.place')}
          crumbs={[
            { label: t('catalog.home'), to: '/' },
            { label: <span lang={content.language}>{content.title}</span>, to: contentLink(content, { locale }) },
            { label: t('community.discussion') },
          ]}
        />
        <header className={styles.head}>
          <h1 lang={content.language}>{title}</h1>
          <LinkButton
            icon={<BookOpenIcon />}
            to={
              submission ? submissionLink(submission.id) : contentLink(content, { locale, step: step?.anchor ?? null })
            }
          >
            {t(step ? 'community.back_to_step' : 'community.back_to_item')}
          </LinkButton>
        </header>
        {hasSteps && (
          <Disclosure className={styles.switch} summary={t('community.other_channels')}>
            <Channels discussion={opened} />
          </Disclosure>
        )}
        {problem && <RefusalNotice {...problem} />}
        <Discussion
          key={discussion.id}
          loaded={discussion}
          focus={focus}
          reply={reply}
          typed={typed}
          page={channelAddress(discussion.id)}
          onCounts={(now) => setCounted({ of: discussion, channels: now })}
        />
      </main>
    </div>
  )
}

function Channels({ discussion: { id, content, channels } }: { discussion: DiscussionData }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <nav className={styles.channels} aria-label={t('community.channels')}>
      <h2 className="clip-1" lang={content.language}>
        {content.title}
      </h2>
      <ul>
        {channels.map(({ channelId, title, messages, unread }) => (
          <li key={channelId}>
            <PageLink
              className={styles.channel}
              to={channelAddress(channelId)}
              aria-current={channelId === id ? 'page' : undefined}
            >
              <span className="grow clip-1" lang={title === null ? undefined : content.language}>
                {title ?? t('community.whole_item')}
              </span>
              {unread > 0 ? (
                <span className={`num ${styles.unread}`}>
                  <span className="sr">{t('community.unread', { count: unread })}</span>
                  <span aria-hidden="true">{format.number(unread)}</span>
                </span>
              ) : (
                messages > 0 && <span className="num muted tiny">{format.number(messages)}</span>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
