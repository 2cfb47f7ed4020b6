import type { LtiPlatform, removeLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { CircleCheckBigIcon, EllipsisIcon, LayoutGridIcon, PlusIcon, TriangleAlertIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Notice } from '#ui/notice.tsx'

const PlatformDialog = lazyPart(async () => ({ default: (await import('./platform-dialog.tsx')).PlatformDialog }))

interface PlatformsPanelProps {
  organisationId: string
  platforms: readonly LtiPlatform[]
}

/** Platforms from which people of the organisation open content here. */
export function PlatformsPanel({ organisationId, platforms }: PlatformsPanelProps) {
  const t = useMessages()
  /** Null: a new one. */
  const [edited, setEdited] = useState<LtiPlatform | null | undefined>(undefined)
  const [removed, setRemoved] = useState<LtiPlatform | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const remove = async ({ id, name }: LtiPlatform) => {
    await change.send(
      () =>
        call<typeof removeLtiPlatform>('POST /api/campus/organisation/:id/lti/platform/remove', {
          params: { id: organisationId },
          body: { platformId: id },
        }),
      t('lti.removed', { name }),
    )
    setRemoved(null)
  }
  return (
    <EntryPanel
      title={t('lti.platforms')}
      lead={t('lti.platforms_lead')}
      act={
        <Button size="s" icon={<PlusIcon className="icon-s" />} onClick={() => setEdited(null)}>
          {t('lti.add_platform')}
        </Button>
      }
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {platforms.length === 0 ? (
        <EmptyState bare title={t('lti.no_platforms')}>
          <p>{t('lti.no_platforms_text')}</p>
        </EmptyState>
      ) : (
        <ul>
          {platforms.map((one) => (
            <PlatformRow key={one.id} platform={one} onEdit={() => setEdited(one)} onRemove={() => setRemoved(one)} />
          ))}
        </ul>
      )}
      <Suspense>
        {edited !== undefined && (
          <PlatformDialog organisationId={organisationId} platform={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={removed !== null}
        theme="delete"
        title={t('lti.remove_question', { name: removed?.name ?? '' })}
        confirmLabel={t('lti.remove')}
        cancelLabel={t('lti.cancel')}
        closeLabel={t('kit.close')}
        onConfirm={() => removed && remove(removed)}
        onClose={() => setRemoved(null)}
      >
        <p>{t('lti.remove_text')}</p>
      </ConfirmDialog>
    </EntryPanel>
  )
}

interface PlatformRowProps {
  platform: LtiPlatform
  onEdit: () => void
  onRemove: () => void
}

function PlatformRow({ platform: { name, ready, lastLaunchAt }, onEdit, onRemove }: PlatformRowProps) {
  const t = useMessages()
  const format = useFormat()
  const opened = lastLaunchAt ? t('lti.last_opened', { date: format.date(lastLaunchAt) }) : t('lti.never_opened')
  return (
    <EntryRow
      icon={<LayoutGridIcon />}
      name={name}
      note={[t('lti.version'), ready ? opened : t('lti.waiting_text')].join(' · ')}
      menu={
        <Menu
          label={t('lti.more_of', { name })}
          trigger={(trigger) => (
            <IconButton label={t('lti.more_of', { name })} icon={<EllipsisIcon />} theme="bare" {...trigger} />
          )}
        >
          <MenuItem onSelect={onEdit}>{t('lti.change')}</MenuItem>
          <MenuItem tone="bad" onSelect={onRemove}>
            {t('lti.remove')}
          </MenuItem>
        </Menu>
      }
    >
      {ready ? (
        <Badge tone="good" icon={<CircleCheckBigIcon />}>
          {t('lti.ready')}
        </Badge>
      ) : (
        <>
          <Badge tone="warn" icon={<TriangleAlertIcon />}>
            {t('lti.waiting')}
          </Badge>
          <Button size="s" aria-label={t('lti.go_on_of', { name })} onClick={onEdit}>
            {t('lti.go_on')}
          </Button>
        </>
      )}
    </EntryRow>
  )
}
