import type { Config } from '#kit/config.ts'

/** What programs need not ask for at all. What they may ask for and not keep says so itself: contract/src/indexing.ts */
export function robotsText({ publicUrl }: Config): string {
  return `User-agent: *
Disallow: /api/
Disallow: /auth/

Sitemap: ${publicUrl}/sitemap.xml
`
}
