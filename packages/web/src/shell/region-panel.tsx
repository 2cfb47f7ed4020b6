import { isRegion, type Region, regionCookie, regions } from '@lantern/contract/identity/regions.ts'
import type { changePreferredRegion } from '@lantern/contract/identity/session.ts'
import { useSyncExternalStore } from 'react'
import { call } from '#kit/call.ts'
import { readCookie } from '#kit/device-cookie.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useKeptChoice } from './use-kept-choice.ts'

/** Opens the list of the nine regions. */
export function RegionPanel() {
  const t = useMessages()
  const { region: chosen, choose } = useRegion()
  return (
    <Menu
      label={t('shell.region')}
      side="top-start"
      trigger={(props) => (
        <button type="button" {...props}>
          {chosen ? t('shell.region_is', { region: t(`region.${chosen}`) }) : t('shell.region')}
        </button>
      )}
    >
      {regions.map((region) => (
        <MenuItem key={region} checked={region === chosen} onSelect={() => choose(region)}>
          {t(`region.${region}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** A person's own, else the one chosen on this device, which kept pages do not know before script runs. */
export function useRegion(): { region: Region | null; choose(chosen: Region): Promise<void> } {
  const { region } = useSession()
  const here = useSyncExternalStore(never, regionOfDevice, () => null)
  const { wanted, choose } = useKeptChoice<Region>(sendRegion, reloadPage)
  return { region: wanted ?? region ?? here, choose }
}

function sendRegion(regionRefId: Region) {
  return call<typeof changePreferredRegion>(
    'POST /api/changePreferredRegion',
    { body: { regionRefId } },
    { keepalive: true },
  )
}

const never = () => () => undefined

function regionOfDevice(): Region | null {
  const value = readCookie(document.cookie, regionCookie)
  return isRegion(value) ? value : null
}
