import { lineKeys } from '@lantern/contract/certificates/certificate-rules.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { readCertificate } from '#certificates/index.ts'
import { type AsideWork, runAside } from '#kit/aside.ts'
import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { dayAtSite } from '#kit/site-time.ts'
import { maySeePath } from '#paths/index.ts'
import type { CertificateText } from './draw-certificate.ts'

const drawing: AsideWork = { file: new URL('./draw-certificate.ts', import.meta.url), name: 'drawCertificateAside' }

/** A certificate as a file, in the reader's language, for everybody who may see its name. It is kept nowhere. */
export function certificateFileRoute(app: App): void {
  app.get<{ Params: { number: string } }>(
    '/api/learn/cn/certificate/:number/file.pdf',
    { schema: { hide: true } },
    async ({ params, viewer, locale, ip }, reply) => {
      const text = await textOf(app.services, viewer, params.number, locale)
      const forWhom = viewer.kind === 'user' ? viewer.id : ip
      const bytes = await runAside<Uint8Array>(drawing, text, { deadlineMs: 20_000, forWhom })
      const number = params.number.replaceAll(/[^\w-]/g, '')
      reply.headers({
        'content-disposition': `attachment; filename="${number}.pdf"`,
        'cache-control': 'private, no-store',
      })
      return reply.type('application/pdf').send(Buffer.from(bytes))
    },
  )
}

async function textOf(
  services: Services,
  viewer: Viewer,
  number: string,
  locale: OfferedLocale,
): Promise<CertificateText> {
  const t = (key: string, values: Record<string, string | number> = {}) => services.text(locale, key, values)
  const certificate = await readCertificate(services, viewer, number, maySeePath)
  if (certificate.holderName === null) throw refuse('not_found')
  const { siteName, publicUrl } = services.config
  return {
    language: languageTag(locale),
    site: [siteName, certificate.organisationName].filter(Boolean).join(' · '),
    kind: t('certificates.kind_of_path'),
    name: certificate.holderName,
    line: t(lineKeys[certificate.kind], { count: certificate.items }),
    title: certificate.title,
    facts: [
      { name: t('certificates.issued'), value: dayAtSite(new Date(certificate.issuedAt)) },
      { name: t('certificates.number_to_check'), value: certificate.number },
    ],
    isVoid: certificate.revokedAt === null ? null : t('certificates.revoked'),
    address: `${publicUrl}/certificate/${certificate.number}`,
  }
}
