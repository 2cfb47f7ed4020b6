import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { contentLanguage, languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { yuanIn } from '#catalog/index.ts'
import { type ReceiptText, receiptText } from '#commerce/index.ts'
import { type AsideWork, runAside } from '#kit/aside.ts'
import { refuse } from '#kit/errors.ts'
import { type App, requireAccess } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { dayAtSite } from '#kit/site-time.ts'
import type { DocumentText } from './draw-document.ts'

const drawing: AsideWork = { file: new URL('./draw-document.ts', import.meta.url), name: 'drawAside' }

/** A receipt as a file, in the reader's language. It is drawn anew each time and kept nowhere: it names a person. */
export function receiptFileRoute(app: App): void {
  app.get<{ Params: { id: string } }>(
    '/api/learn/cn/receipt/:id/file.pdf',
    { schema: { hide: true } },
    async ({ params, viewer, locale }, reply) => {
      requireAccess(viewer, 'learner')
      const person = viewer as SignedIn
      const receipt = await receiptText(app.services.db, person, params.id, contentLanguage(locale))
      if (!receipt) throw refuse('not_found')
      const text = documentOf(app.services, receipt, locale)
      const bytes = await runAside<Uint8Array>(drawing, text, { deadlineMs: 20_000, forWhom: person.id })
      reply.headers({
        'content-disposition': `attachment; filename="${receipt.number}.pdf"`,
        'cache-control': 'private, no-store',
      })
      return reply.type('application/pdf').send(Buffer.from(bytes))
    },
  )
}

function documentOf({ text, config }: Services, receipt: ReceiptText, locale: OfferedLocale): DocumentText {
  const t = (key: string, values: Record<string, string | number> = {}) => text(locale, key, values)
  // no font has the narrow space that parts thousands in French
  const yuan = (fen: number) => `¥${yuanIn(locale, fen).replaceAll('\u202f', '\u00a0')}`
  const paragraph = (value: string) => ({ kind: 'paragraph', text: value, small: false }) as const
  const lineText = ({ title, bundleTitle, amount }: ReceiptText['lines'][number]) =>
    [title, ...(bundleTitle ? [t('commerce.in_bundle', { title: bundleTitle })] : []), yuan(amount)].join('  ')
  return {
    title: t('commerce.receipt'),
    language: languageTag(locale),
    site: config.siteName,
    parts: [
      { kind: 'heading', level: 1, text: t('commerce.receipt') },
      { kind: 'paragraph', text: t('commerce.receipt_demo'), small: true },
      paragraph(t('commerce.receipt_number_is', { number: receipt.number })),
      paragraph(t('commerce.receipt_title_is', { title: receipt.title })),
      ...(receipt.tax_number ? [paragraph(t('commerce.receipt_tax_number_is', { number: receipt.tax_number }))] : []),
      paragraph(t('commerce.receipt_issued_on', { date: dayAtSite(receipt.issued_at) })),
      paragraph(t('commerce.order', { number: orderNumber(receipt.order_id) })),
      { kind: 'heading', level: 2, text: t('commerce.goods') },
      { kind: 'list', ordered: false, items: receipt.lines.map(lineText) },
      { kind: 'heading', level: 2, text: `${t('commerce.order_total')}  ${yuan(receipt.amount_fen)}` },
      ...(receipt.reversed_by ? [paragraph(t('commerce.receipt_reversed_by', { number: receipt.reversed_by }))] : []),
    ],
  }
}
