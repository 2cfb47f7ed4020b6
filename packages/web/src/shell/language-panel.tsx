import type { changeLanguage } from '@lantern/contract/identity/session.ts'
import { languageTag, type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { inLocale } from '@lantern/contract/page-languages.ts'
import { useLocation } from 'react-router'
import { languageChange } from '#identity/index.ts'
import { call } from '#kit/call.ts'
import { reloadAt } from '#kit/leave-page.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { useKeptChoice } from './use-kept-choice.ts'

/** Opens the list of languages; each stands in its own. Without script they are links to this page in that language. */
export function LanguagePanel() {
  const t = useMessages()
  const locale = useLocale()
  const { language, choose } = useLanguage()
  const { pathname, search } = useLocation()
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
        <MenuItem
          key={offered}
          checked={offered === language}
          to={inLocale(pathname + search, offered)}
          onSelect={(event) => {
            event.preventDefault()
            choose(offered)
          }}
        >
          <span lang={languageTag(offered)}>{t(`shell.locale.${offered}`)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

export function useLanguage(): { language: OfferedLocale; choose(chosen: OfferedLocale): void } {
  const locale = useLocale()
  const changeTo = (chosen: OfferedLocale) => languageChange(locale, chosen, window.location.href)
  const { wanted, choose } = useKeptChoice<OfferedLocale>(sendLanguage, (chosen) => {
    const change = changeTo(chosen)
    if (change) reloadAt(change.reloadTo)
  })
  return {
    language: wanted ?? locale,
    choose(chosen) {
      if (wanted !== null || changeTo(chosen)) void choose(chosen)
    },
  }
}

function sendLanguage(locale: OfferedLocale) {
  return call<typeof changeLanguage>('POST /api/changeLanguage', { body: { locale } }, { keepalive: true })
}
