import type { changeLanguage } from '@lantern/contract/identity/session.ts'
import { languageTag, type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { useState } from 'react'
import { languageChange } from '#identity/index.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { reloadAt } from '#kit/leave-page.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

/** Opens the list of languages; each stands in its own. */
export function LanguagePanel() {
  const t = useMessages()
  const locale = useLocale()
  const choose = useChooseLanguage()
  return (
    <Menu
      label={t('shell.language')}
      side="top-start"
      trigger={(props) => (
        <button type="button" {...props}>
          {t('shell.language_is', { language: t(`shell.locale.${locale}`) })}
        </button>
      )}
    >
      {offeredLocales.map((offered) => (
        <MenuItem key={offered} checked={offered === locale} onSelect={() => choose(offered)}>
          <span lang={languageTag(offered)}>{t(`shell.locale.${offered}`)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

export function useChooseLanguage(): (chosen: OfferedLocale) => Promise<void> {
  const t = useMessages()
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  return async (chosen) => {
    const change = languageChange(locale, chosen, window.location.href)
    if (!change || busy) return
    setBusy(true)
    try {
      await call<typeof changeLanguage>('POST /api/changeLanguage', { body: { locale: chosen } })
      reloadAt(change.reloadTo)
    } catch (error) {
      setBusy(false)
      toastFailure(error, t)
    }
  }
}
