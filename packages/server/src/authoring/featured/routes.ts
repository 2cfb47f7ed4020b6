import { listFeatured, mostFeatured, saveFeatured } from '@lantern/contract/authoring/featured.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { type App, route } from '#kit/route.ts'
import { readFeatured, replaceFeatured } from './featured.ts'

export function featuredRoutes(app: App): void {
  route(app, listFeatured, ({ query, locale, services }) => {
    const { list = 'home', language = contentLanguage(locale), page = 0, pageSize = mostFeatured } = query
    return readFeatured(services, { list, language, page, pageSize })
  })
  route(app, saveFeatured, async ({ body, viewer, locale, services }) => {
    const { itemIds, list = 'home', language = contentLanguage(locale), before } = body
    await replaceFeatured(services, viewer, { list, language, itemIds, locale, began: before })
    return { itemIds }
  })
}
