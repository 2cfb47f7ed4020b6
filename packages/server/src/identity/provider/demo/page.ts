import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#kit/escape-html.ts'
import { type Looking, plainDocument } from '#kit/plain-document.ts'
import type { Text } from '#kit/text.ts'
import type { DemoPerson } from './people.ts'

/** What both demo peers show: a card in the site's colours, plain forms, no script. */
export interface DemoPage {
  looking: Looking
  /** `identity` or `chat_app`, as in the catalogue. */
  peer: 'identity' | 'chat_app'
  content: string
  title: string
}

export const demoStylePath = '/demo-identity/style.css'

const marks = {
  identity:
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M2.6 17.4A2 2 0 0 0 2 18.800V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.2a2 2 0 0 0 1.400-.6l.8-.8a6.500 6.500 0 1 0-4-4z"/><circle cx="16.500" cy="7.500" r=".5" fill="currentColor"/></svg>',
  chat_app:
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect x="3" y="3" width="6" height="6" rx="1"/><rect x="15" y="3" width="6" height="6" rx="1"/><rect x="3" y="15" width="6" height="6" rx="1"/><path d="M15 15h2v2h-2zM21 15v6h-6M12 3v6M3 12h6M12 12h9M12 16v5"/></svg>',
}

export function sendDemoPage(reply: FastifyReply, text: Text, page: DemoPage, status = 200): FastifyReply {
  return reply.status(status).headers(pageHeaders).type('text/html; charset=utf-8').send(demoPage(text, page))
}

function demoPage(text: Text, { looking, peer, content, title }: DemoPage): string {
  const { locale } = looking
  return plainDocument({
    looking,
    style: demoStylePath,
    title: escapeHtml(title),
    head: '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    body: `<body class="${peer}">
<header><span class="mark" aria-hidden="true">${marks[peer]}</span>${escapeHtml(text(locale, `demo.${peer}.name`))}<span class="badge">${escapeHtml(text(locale, 'demo.mark'))}</span></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>`,
  })
}

/** One form for each person: the press of its button is the whole choice. */
export function peopleList(
  text: Text,
  locale: OfferedLocale,
  people: readonly DemoPerson[],
  actionOf: (person: DemoPerson) => string,
): string {
  const rows = people.map(
    (person) => `<li><form method="post" action="${escapeHtml(actionOf(person))}"><button type="submit">
<span class="avatar" aria-hidden="true">${escapeHtml([...person.name][0] ?? '')}</span>
<span class="person"><strong>${escapeHtml(person.name)}</strong> <span>${escapeHtml(text(locale, person.note))}</span></span>
<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="m9 18 6-6-6-6"/></svg>
</button></form></li>`,
  )
  return `<ul>${rows.join('\n')}</ul>`
}

export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // like a page of another site: a stricter word here would cut the login window off from the page that opened it
  'cross-origin-opener-policy': 'unsafe-none',
  // not 'no-referrer': the forms of these pages would come without the origin that changes are checked by
  'referrer-policy': 'same-origin',
}
