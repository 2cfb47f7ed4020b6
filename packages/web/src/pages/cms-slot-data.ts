import type { ItemList, listCatalog } from '@lantern/contract/catalog/lists.ts'
import type { listTopics } from '@lantern/contract/catalog/tags.ts'
import type { Block } from '@lantern/contract/cms/blocks.ts'
import type { listPaths, PathCard } from '@lantern/contract/paths/paths.ts'
import type { getFilterData } from '@lantern/contract/search/searching.ts'
import { type ListChoice, type ListKind, listQuery, pathLegs, readChoice } from '#catalog/index.ts'
import { everyBlock, type TutorialMap } from '#cms/index.ts'
import type { Api } from '#kit/api.ts'
import type { FilterData } from '#search/index.ts'

// Apart from what shows it: a page asks on the server, and its script must not carry how.

/** What the slots of a page's blocks show. */
export interface SlotData {
  /** The learning path, by its levels; null where no block shows it. */
  legs: ItemList[] | null
  /** Paths to join, beside the legs. */
  paths: PathCard[]
  lists: CatalogLists | null
  /** What the filters of a search have to choose from; null where no block shows them. */
  filters: FilterData | null
}

/** Lists of the catalogue as the address of the page wants them, by the ids of their blocks. */
interface CatalogLists {
  topics: Awaited<ReturnType<typeof askTopics>>['topics']
  byBlock: Record<string, { nth: number; choice: ListChoice; list: ItemList }>
}

export interface SlotsAsked {
  blocks: readonly Block[]
  search?: URLSearchParams
  /** How many lists of the page come before these blocks. */
  listsBefore?: number
}

/** Asks for what the slots of these blocks need, and for nothing where no block needs it. */
export async function loadSlots(api: Api, { blocks, search, listsBefore = 0 }: SlotsAsked): Promise<SlotData> {
  const all = everyBlock(blocks)
  const shown = all.flatMap((block) => (block.kind === 'catalog-list' ? [block] : []))
  const first = listsBefore + (showsPackages(all) ? 1 : 0)
  const showsPath = all.some(({ kind }) => kind === 'learning-path')
  const [legs, paths, lists, filters] = await Promise.all([
    showsPath ? loadLegs(api) : null,
    showsPath ? loadPaths(api) : [],
    shown.length > 0
      ? loadLists(
          api,
          shown.map(({ id, fields }, at) => ({ id, kind: fields.list, nth: first + at })),
          search ?? new URLSearchParams(),
        )
      : null,
    all.some(({ kind }) => kind === 'filter-bar')
      ? api.call<typeof getFilterData>('GET /api/learn/search/filters')
      : null,
  ])
  return { legs, paths, lists, filters }
}

/** How many parts of a page choose by its address: each list, and all packages together. */
export function countLists(blocks: readonly Block[]): number {
  const all = everyBlock(blocks)
  return all.filter(({ kind }) => kind === 'catalog-list').length + (showsPackages(all) ? 1 : 0)
}

/** Packages are chosen by the parameters of a first list, with or without a list beside them. */
function showsPackages(all: readonly Block[]): boolean {
  return all.some(({ kind }) => kind === 'assets-list' || kind === 'filters')
}

async function loadPaths({ call }: Api): Promise<PathCard[]> {
  return (await call<typeof listPaths>('GET /api/learn/cn/path/list')).results
}

function loadLegs({ call }: Api): Promise<ItemList[]> {
  return Promise.all(
    pathLegs.map(({ level }) =>
      call<typeof listCatalog>('GET /api/learn/catalog/list', {
        query: { sl: [level], ob: 'starts', type: ['course', 'project', 'tutorial'], pageSize: 8 },
      }),
    ),
  )
}

async function loadLists(
  api: Api,
  asked: readonly { id: string; kind: ListKind; nth: number }[],
  search: URLSearchParams,
): Promise<CatalogLists> {
  // two that choose the same are the same
  const known = new Map<string, Promise<ItemList>>()
  const ask = (kind: ListKind, choice: ListChoice) => {
    const query = listQuery(kind, choice)
    const key = JSON.stringify(query)
    const list = known.get(key) ?? api.call<typeof listCatalog>('GET /api/learn/catalog/list', { query })
    known.set(key, list)
    return list
  }
  const [{ topics }, ...lists] = await Promise.all([
    askTopics(api),
    ...asked.map(async ({ id, kind, nth }) => {
      const choice = readChoice(search, nth)
      return [id, { nth, choice, list: await ask(kind, choice) }] as const
    }),
  ])
  return { topics, byBlock: Object.fromEntries(lists) }
}

function askTopics({ call }: Api) {
  return call<typeof listTopics>('GET /api/learn/topics')
}

/** What the visitor's part of a block's tutorials is called. */
export function tutorialsName({ tutorialMap }: TutorialMap): string {
  return `tutorials ${Object.keys(tutorialMap).join(' ')}`
}
