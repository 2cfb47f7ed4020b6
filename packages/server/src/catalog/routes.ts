import { coverTopics } from '@lantern/contract/catalog/cover.ts'
import { getCourse, getLiveSession, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import { getHomeRank, getHomeTiles } from '@lantern/contract/catalog/home.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { getCardMarks, getTutorialMap, listCatalog } from '@lantern/contract/catalog/lists.ts'
import { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { getSavedTags, listTopics, saveTags } from '@lantern/contract/catalog/tags.ts'
import { contentLanguage, localeNamed, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { idsOfPage, listOfIds } from '#kit/id-lists.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { cardLearner } from './card-learner.ts'
import { drawCover } from './covers/draw-cover.ts'
import { type DetailsRequest, readDetails } from './details.ts'
import { readHomeTiles } from './home.ts'
import { itemCards } from './items.ts'
import { listItems } from './lists.ts'
import { readLiveSessions, readLiveWeek } from './live-sessions.ts'
import { type CompletedAmong, readHomeRank } from './rankings.ts'
import { readingListsOf } from './reference.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { listTags, replaceSavedTags, savedTags } from './tags.ts'

type ReadInEditor = 'tutorial' | 'project' | 'course' | 'liveSession'

/** An item as it would be if its draft were published now; drafts belong to a domain above this one. */
export type ReadEdited = (
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  item: { id: string; type: ReadInEditor },
) => Promise<Item>

interface FromHigherDomains {
  readEdited: ReadEdited
  completedAmong: CompletedAmong
}

export function catalogRoutes(app: App, { readEdited, completedAmong }: FromHigherDomains): void {
  detailRoutes(app, readEdited)
  listRoutes(app)
  homeRoutes(app, completedAmong)
  tagRoutes(app)
  coverRoutes(app)
  sharingRoutes(app)
}

interface DetailsAsked {
  services: Services
  viewer: Viewer
  locale: OfferedLocale
  params: { id: string }
  query: DetailsRequest['query']
}

function detailRoutes(app: App, readEdited: ReadEdited): void {
  const read = async ({ services, viewer, locale, params, query }: DetailsAsked, type: ReadInEditor) => {
    const details = await readDetails(services.db, viewer, locale, { type, idOrSlug: params.id, query })
    if (!query.edit) return details
    return { ...details, data: await readEdited(services, viewer, locale, { id: details.data.id, type }) }
  }
  route(app, getTutorial, async (asked) => {
    const { data, ...around } = await read(asked, 'tutorial')
    return { tutorialData: data, ...around }
  })
  route(app, getProject, async (asked) => {
    const { data, ...around } = await read(asked, 'project')
    return { projectData: data, ...around }
  })
  route(app, getCourse, async (asked) => {
    const { data, ...around } = await read(asked, 'course')
    return { courseData: data, ...around }
  })
  route(app, getLiveSession, async (asked) => {
    const { data, ...around } = await read(asked, 'liveSession')
    return { liveSessionData: data, ...around }
  })
}

function listRoutes(app: App): void {
  route(app, listCatalog, async ({ query, viewer, locale, services }) => {
    const { page = 0, pageSize = services.config.searchPageSize, ...criteria } = query
    return listItems(services.db, viewer, {
      criteria,
      lists: await readingListsOf(services.db, locale),
      page,
      pageSize,
      language: contentLanguage(locale),
      now: services.clock.now(),
    })
  })
  route(app, listLiveSessions, ({ query, locale, services }) =>
    readLiveSessions(services.db, query, locale, services.clock.now()),
  )
  route(app, getLiveWeek, ({ query, locale, services }) =>
    readLiveWeek(services.db, query.day, locale, services.clock.now()),
  )
  route(app, getCardMarks, ({ query, viewer, services }) => cardLearner(services.db, viewer, listOfIds(query.ids)))
  route(app, getTutorialMap, async ({ query, viewer, services }) => {
    const { ids, pageNumber, pageSize } = idsOfPage(query)
    const { items, itemMap, statsMap } = await itemCards(services.db, viewer, ids)
    const shown = items.map(({ id }) => id)
    const learner = await cardLearner(services.db, viewer, shown)
    return { tutorialMap: itemMap, tutorialStats: statsMap, learner, pageNumber, pageSize }
  })
}

function homeRoutes(app: App, completedAmong: CompletedAmong): void {
  route(app, getHomeRank, ({ query, viewer, locale, services }) =>
    readHomeRank(services, viewer, localeNamed(query.locale) ?? locale, completedAmong),
  )
  route(app, getHomeTiles, ({ query, locale, services }) =>
    readHomeTiles(services.db, localeNamed(query.locale) ?? locale, services.clock.now()),
  )
}

function tagRoutes(app: App): void {
  route(app, listTopics, ({ locale, services }) => listTags(services.db, contentLanguage(locale)))
  route(app, getSavedTags, async ({ viewer, services }) => ({ tags: await savedTags(services.db, viewer) }))
  route(app, saveTags, async ({ body, viewer, services }) => ({
    tags: await replaceSavedTags(services.db, viewer, body.tags, services.clock.now()),
  }))
}

/** Covers of items that came without a picture: nothing but their address says how they look. */
function coverRoutes(app: App): void {
  app.get<{ Params: { topic: string; file: string } }>(
    '/media/covers/:topic/:file',
    { schema: { hide: true } },
    ({ params }, reply) => {
      const topic = coverTopics.find((known) => known === params.topic)
      const seed = /^([0-9a-z]{1,7})\.svg$/.exec(params.file)?.[1]
      if (!topic || seed === undefined) throw refuse('not_found')
      return reply
        .header('cache-control', 'public, max-age=604800')
        .type('image/svg+xml')
        .send(drawCover(topic, Number.parseInt(seed, 36)))
    },
  )
}
