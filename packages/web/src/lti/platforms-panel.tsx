import type { LtiPlatform, removeLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import type { ReactNode } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EntryRow } from '#ui/entry-panel.tsx'
import { CircleCheckBigIcon, LayoutGridIcon, TriangleAlertIcon } from '#ui/icons.tsx'
import { ConnectionsPanel } from './connections-panel.tsx'
import { useRefused } from './refused.ts'

const PlatformDialog = lazyPart(async () => ({ default: (await import('./platform-dialog.tsx')).PlatformDialog }))

interface PlatformsPanelProps {
  organisationId: string
  platforms: readonly LtiPlatform[]
}

/** Platforms from which people of the organisation open content here. */
export function PlatformsPanel({ organisationId, platforms }: PlatformsPanelProps) {
  const t = useMessages()
  return (
    <ConnectionsPanel
      texts={{
        title: t('lti.platforms'),
        lead: t('lti.platforms_lead'),
        add: t('lti.add_platform'),
        empty: t('lti.no_platforms'),
        emptyText: t('lti.no_platforms_text'),
        remove: t('lti.remove_text'),
      }}
      connections={platforms}
      remove={({ id }) =>
        call<typeof removeLtiPlatform>('POST /api/campus/organisation/:id/lti/platform/remove', {
          params: { id: organisationId },
          body: { platformId: id },
        })
      }
      row={(platform, menu, edit) => <PlatformRow key={platform.id} platform={platform} menu={menu} onGoOn={edit} />}
      form={(platform, onClose) => (
        <PlatformDialog organisationId={organisationId} platform={platform} onClose={onClose} />
      )}
    />
  )
}

interface PlatformRowProps {
  platform: LtiPlatform
  menu: ReactNode
  onGoOn: () => void
}

function PlatformRow({ platform: { name, ready, lastLaunchAt, refused }, menu, onGoOn }: PlatformRowProps) {
  const t = useMessages()
  const format = useFormat()
  const told = useRefused()
  const opened = lastLaunchAt ? t('lti.last_opened', { date: format.date(lastLaunchAt) }) : t('lti.never_opened')
  return (
    <EntryRow
      icon={<LayoutGridIcon />}
      name={name}
      note={[t('lti.version'), ready ? opened : t('lti.waiting_text'), told(refused)].filter(Boolean).join(' · ')}
      menu={menu}
    >
      {ready ? (
        <Badge tone={refused ? 'warn' : 'good'} icon={refused ? <TriangleAlertIcon /> : <CircleCheckBigIcon />}>
          {t(refused ? 'lti.refused_last' : 'lti.ready')}
        </Badge>
      ) : (
        <>
          <Badge tone="warn" icon={<TriangleAlertIcon />}>
            {t('lti.waiting')}
          </Badge>
          <Button size="s" aria-label={t('lti.go_on_of', { name })} onClick={onGoOn}>
            {t('lti.go_on')}
          </Button>
        </>
      )}
    </EntryRow>
  )
}
