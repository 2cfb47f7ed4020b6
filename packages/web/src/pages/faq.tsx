import type { listFaq } from '@lantern/contract/catalog/faq.ts'
import { useLoaderData } from 'react-router'
import { apiOf } from '#kit/api.ts'
import { translator, useMessages } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { FaqList } from '#shell/index.ts'
import { TextLink } from '#ui/link.tsx'
import type { Route } from './+types/faq.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { items } = await call<typeof listFaq>('GET /api/learn/faq/list')
  return { items, title: translator(locale)('shell.faq_title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }]
}

export default function Faq() {
  const t = useMessages()
  const { items, title } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap section">
      <h1>{title}</h1>
      <p className="muted">
        {t('shell.faq_text')} <TextLink to="/contact">{t('shell.contact')}</TextLink>
      </p>
      <FaqList items={items} />
    </main>
  )
}
