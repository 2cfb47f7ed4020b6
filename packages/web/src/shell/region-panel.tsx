import { isRegion, type Region, regionCookie, regions } from '@lantern/contract/identity/regions.ts'
import type { changePreferredRegion } from '@lantern/contract/identity/session.ts'
import { useSyncExternalStore } from 'react'
import { call } from '#kit/call.ts'
import { readCookie } from '#kit/device-cookie.ts'
import { toastFailure } from '#kit/failure.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

/** Opens the list of the nine regions. */
export function RegionPanel() {
  const t = useMessages()
  const chosen = useRegion()
  const choose = useChooseRegion()
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

export function useChooseRegion(): (chosen: Region) => Promise<void> {
  const t = useMessages()
  return async (regionRefId) => {
    try {
      await call<typeof changePreferredRegion>('POST /api/changePreferredRegion', { body: { regionRefId } })
      reloadPage()
    } catch (error) {
      toastFailure(error, t)
    }
  }
}

/** A person's own, else the one chosen on this device, which kept pages do not know before script runs. */
export function useRegion(): Region | null {
  const { region } = useSession()
  const here = useSyncExternalStore(never, regionOfDevice, () => null)
  return region ?? here
}

const never = () => () => undefined

function regionOfDevice(): Region | null {
  const value = readCookie(document.cookie, regionCookie)
  return isRegion(value) ? value : null
}
