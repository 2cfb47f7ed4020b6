import { isRegion, regions } from '@lantern/contract/identity/regions.ts'
import { isOfferedLocale, languageTag, offeredLocales } from '@lantern/contract/locales.ts'
import { useMessages } from '#kit/messages.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select } from '#ui/text-field.tsx'
import { useLanguage } from './language-panel.tsx'
import { useRegion } from './region-panel.tsx'
import styles from './settings-panel.module.css'
import { ThemeChoice } from './theme-choice.tsx'

/** What a person may choose about the site. Each choice is kept as it is made. */
export function SettingsPanel() {
  const t = useMessages()
  const { language, choose: chooseLanguage } = useLanguage()
  const { region, choose: chooseRegion } = useRegion()
  return (
    <Panel as="section" id="tab_learn" aria-labelledby="settings-learn" className={styles.panel}>
      <div>
        <h2 id="settings-learn">{t('shell.settings_learn')}</h2>
        <p className="small muted">{t('shell.settings_learn_text')}</p>
      </div>
      <div className={styles.choices}>
        <Select
          label={t('shell.language')}
          value={language}
          onChange={({ currentTarget: { value } }) => {
            if (isOfferedLocale(value)) chooseLanguage(value)
          }}
        >
          {offeredLocales.map((offered) => (
            <option key={offered} value={offered} lang={languageTag(offered)}>
              {t(`shell.locale.${offered}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('shell.region')}
          value={region ?? ''}
          onChange={({ currentTarget: { value } }) => {
            if (isRegion(value)) void chooseRegion(value)
          }}
        >
          {region === null && <option value="">{t('shell.region_none')}</option>}
          {regions.map((ref) => (
            <option key={ref} value={ref}>
              {t(`region.${ref}`)}
            </option>
          ))}
        </Select>
        <div className={styles.theme}>
          <span className={styles.label}>{t('shell.theme')}</span>
          <ThemeChoice />
          <p className="small muted">{t('shell.settings_device')}</p>
        </div>
      </div>
    </Panel>
  )
}
