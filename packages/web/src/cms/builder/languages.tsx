import type { PageLocale, startPageLocale } from '@lantern/contract/cms/pages.ts'
import { mayEditPages } from '@lantern/contract/cms/rights.ts'
import { languageTag, type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import styles from './builder.module.css'

type LanguagesProps = {
  pageId: string
  locale: OfferedLocale
  locales: readonly PageLocale[]
  /** The language shown beside. */
  other: OfferedLocale | null
  onOther: (locale: OfferedLocale | null) => void
  /** Sends unsaved text to the server first. */
  flush: () => Promise<boolean>
}

/** Which language is written, and which one stands beside it. */
export function Languages({ pageId, locale, locales, other, onOther, flush }: LanguagesProps) {
  const t = useMessages()
  const session = useSession()
  const navigate = useNavigate()
  const [starting, setStarting] = useState<OfferedLocale | null>(null)
  const begun = locales.map((one) => one.locale)
  const stateOf = (one: OfferedLocale) => {
    const known = locales.find((row) => row.locale === one)
    if (!known) return t('cms.builder_not_begun')
    if (known.publishedVersion === null) return t('documents.badge_draft')
    return t(known.version > known.publishedVersion ? 'documents.badge_changed' : 'documents.badge_published')
  }
  const go = (next: OfferedLocale) => {
    if (begun.includes(next)) void navigate(`?locale=${next}`)
    else setStarting(next)
  }
  return (
    <>
      <Select
        className={styles.language}
        label={t('cms.builder_language')}
        labelHidden
        value={locale}
        onChange={({ currentTarget }) => go(currentTarget.value as OfferedLocale)}
      >
        {offeredLocales.map((one) => (
          <option key={one} value={one} disabled={!mayEditPages(session, one)}>
            {t(`shell.locale.${one}`)} · {stateOf(one)}
          </option>
        ))}
      </Select>
      <Select
        className={styles.beside}
        label={t('cms.builder_beside')}
        labelHidden
        set={other !== null}
        value={other ?? ''}
        onChange={({ currentTarget }) => onOther((currentTarget.value || null) as OfferedLocale | null)}
      >
        <option value="">{t('cms.builder_beside_none')}</option>
        {begun
          .filter((one) => one !== locale)
          .map((one) => (
            <option key={one} value={one}>
              {t('cms.builder_beside_of', { language: t(`shell.locale.${one}`) })}
            </option>
          ))}
      </Select>
      {starting && (
        <StartLanguage
          pageId={pageId}
          locale={starting}
          from={[locale, ...begun.filter((one) => one !== locale)]}
          flush={flush}
          onClose={() => setStarting(null)}
        />
      )}
    </>
  )
}

type StartLanguageProps = {
  pageId: string
  locale: OfferedLocale
  from: readonly OfferedLocale[]
  flush?: () => Promise<boolean>
  onClose: () => void
}

/** Begins a language with the blocks of another one, or with none. */
export function StartLanguage({ pageId, locale, from, flush, onClose }: StartLanguageProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>(from[0] ?? '')
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      // what is not saved would not be in the other language
      if (flush && !(await flush())) return void toast({ tone: 'bad', text: t('documents.not_saved') })
      await call<typeof startPageLocale>('POST /api/learn/creator/page/:id/:locale/start', {
        params: { id: pageId, locale },
        body: chosen === '' ? {} : { from: chosen as OfferedLocale },
      })
      onClose()
      await navigate(`/creator/pages/${pageId}?locale=${locale}`)
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('cms.builder_start_title', { language: t(`shell.locale.${locale}`) })}
      closeLabel={t('kit.close')}
      locked={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('documents.cancel')}
          </Button>
          <Button theme="primary" data-autofocus busy={busy} onClick={start}>
            {t('cms.builder_start')}
          </Button>
        </>
      }
    >
      <Select
        label={t('cms.builder_start_from')}
        help={t('cms.builder_start_help')}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {from.map((one) => (
          <option key={one} value={one} lang={languageTag(one)}>
            {t(`shell.locale.${one}`)}
          </option>
        ))}
        <option value="">{t('cms.builder_start_empty')}</option>
      </Select>
    </Dialog>
  )
}
