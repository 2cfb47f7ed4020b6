import { callsPerMinute, organisationScopes, personalScopes } from '@lantern/contract/token-scopes.ts'
import { webhookTypes } from '@lantern/contract/webhooks/webhook-types.ts'
import type { ReactNode } from 'react'
import { PageHead } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { Table } from '#ui/table.tsx'
import styles from './event.module.css'
import * as examples from './guide-examples.ts'
import { typeNames } from './type-names.ts'

/** How programs read and are told, with examples that work as they stand. */
export function GuidePage({ origin }: { origin: string }) {
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <PageHead title={t('webhooks.guide')} description={t('webhooks.guide_lead')} />
      <div className="page-stack">
        <header>
          <h1>{t('webhooks.guide')}</h1>
          <p className="muted">{t('webhooks.guide_lead')}</p>
        </header>
        <Part title={t('webhooks.guide_token')} text={t('webhooks.guide_token_text')}>
          <Example what="curl" code={examples.curlExample(origin)} />
          <Example what="JavaScript" code={examples.readExample(origin)} />
          <Example what="JavaScript, POST" code={examples.writeExample(origin)} />
        </Part>
        <Part title={t('webhooks.guide_scopes')} text={t('webhooks.guide_stable_text')}>
          <Table label={t('webhooks.guide_scopes')}>
            <thead>
              <tr>
                <th scope="col">{t('webhooks.guide_scope')}</th>
                <th scope="col">{t('webhooks.guide_call')}</th>
              </tr>
            </thead>
            <tbody>
              {[...organisationScopes, ...personalScopes].map((scope) => (
                <tr key={scope}>
                  <td className={styles.type}>{scope}</td>
                  <td className={styles.type}>
                    {examples.callsOfScopes[scope].map((call) => (
                      <div key={call}>{call}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          <p>
            <TextLink to="/api/docs" leaves>
              {t('webhooks.guide_docs')}
            </TextLink>
            {' · '}
            <TextLink to="/api/openapi.json" leaves>
              OpenAPI
            </TextLink>
          </p>
        </Part>
        <Part title={t('webhooks.guide_paging')} text={t('webhooks.guide_paging_text')} />
        <Part title={t('webhooks.guide_errors')} text={t('webhooks.guide_errors_text', { most: callsPerMinute })}>
          <Example what="JSON" code={examples.failureExample} />
        </Part>
        <Part title={t('webhooks.guide_rosters')} text={t('webhooks.guide_rosters_text')}>
          <Example what="OneRoster" code={examples.rosterExample(origin)} />
        </Part>
        <Part title={t('webhooks.guide_hooks')} text={t('webhooks.guide_hooks_text')}>
          <Example what="HTTP" code={examples.messageExample} />
          <h3>{t('webhooks.guide_types')}</h3>
          <ul className={styles.tries}>
            {webhookTypes.map((type) => (
              <li key={type}>
                <span className={styles.type}>{type}</span> <span className="muted">{t(typeNames[type])}</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={t('webhooks.guide_verify')} text={t('webhooks.guide_verify_text')}>
          <Example what="Python" code={examples.libraryExample} />
          <Example what="Node.js" code={examples.byHandExample} />
        </Part>
      </div>
    </main>
  )
}

function Part({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Panel as="section">
      <div className={styles.details}>
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Panel>
  )
}

function Example({ what, code }: { what: string; code: string }) {
  const t = useMessages()
  return (
    // what is wider than a phone is reached by keyboard
    <section aria-label={t('webhooks.guide_example', { what })} {...reachable} className={styles.example} lang="en">
      <pre className={styles.code}>{code}</pre>
    </section>
  )
}

const reachable = { tabIndex: 0 }
