import type { CmsContent, CmsContentDetail, CmsProperty } from '@lantern/contract/cms/wire.ts'
import type { Services } from '#kit/services.ts'
import type { PageSurroundings } from './check-page.ts'

/**
 * Published content without links to items, bundles and learning paths that were taken back since: the button that led there is not
 * shown, and of a link in a text its text stays.
 */
export async function withoutGoneLinks(
  services: Services,
  surroundings: Pick<PageSurroundings, 'gonePaths'>,
  content: CmsContent,
): Promise<CmsContent> {
  const { publicUrl } = services.config
  const paths = new Set<string>()
  mapLinks(content, (href) => {
    const path = ownPath(href, publicUrl)
    if (path && thingPath.test(path)) paths.add(path)
    return true
  })
  if (paths.size === 0) return content
  const gone = await surroundings.gonePaths(services, [...paths])
  return { ...mapLinks(content, (href) => !gone.has(ownPath(href, publicUrl) ?? '')), linksThings: true }
}

/** Addresses of items, bundles and learning paths. */
const thingPath = /^\/(campus\/)?(tutorial|project|course|quiz|liveSession|bundle|learning-path)\//

/** The path of a link that stays on this site; null for any other. */
export function ownPath(href: string, publicUrl: string): string | null {
  if (href.startsWith('/')) return href
  return href === publicUrl || href.startsWith(`${publicUrl}/`) ? href.slice(publicUrl.length) || '/' : null
}

/** In sanitized HTML no link lies in another. */
const anchorElements = /<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs

function mapLinks(content: CmsContent, isKept: (href: string) => boolean): CmsContent {
  const textOf = (html: string) =>
    html.replaceAll(anchorElements, (link, href: string, linked: string) =>
      isKept(href.replaceAll('&#x26;', '&').replaceAll('&amp;', '&')) ? link : linked,
    )
  const propertyOf = ({ key, value }: CmsProperty): CmsProperty => {
    const isLink = /(^|\.)url$/.test(key) && value !== ''
    return { key, value: isLink ? (isKept(value) ? value : '') : textOf(value) }
  }
  const detailOf = (detail: CmsContentDetail): CmsContentDetail => ({
    ...detail,
    value: detail.value === null ? null : textOf(detail.value),
    listValue: detail.listValue.map(({ properties }) => ({ properties: properties.map(propertyOf) })),
    properties: detail.properties.map(propertyOf),
    contentDetails: detail.contentDetails.map(detailOf),
  })
  return { ...content, contentDetails: content.contentDetails.map(detailOf) }
}
