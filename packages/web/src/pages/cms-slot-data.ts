import type { ItemList, listCatalog } from '@lantern/contract/catalog/lists.ts'
import type { listTopics } from '@lantern/contract/catalog/tags.ts'
import type { Block } from '@lantern/contract/cms/blocks.ts'
import { type ListChoice, type ListKind, listQuery, pathLegs, readChoice } from '#catalog/index.ts'
import { everyBlock } from '#cms/index.ts'
import type { Api } from '#kit/api.ts'

// Apart from what shows it: a page asks on the server, and its script must not carry how.

/** What the slots of a page's blocks show. */
export interface SlotData {
  /** Of the learning path, by its levels; null where no block shows it. */
  legs: ItemList[] | null
  lists: CatalogLists | null
}

/** Lists of the catalogue as the address of the page wants them. */
interface CatalogLists {
  choice: ListChoice
  topics: Awaited<ReturnType<typeof askTopics>>['topics']
  byKind: Partial<Record<ListKind, ItemList>>
}

/** Asks for what the slots of these blocks need, and for nothing where no block needs it. */
export async function loadSlots(api: Api, blocks: readonly Block[], search = new URLSearchParams()): Promise<SlotData> {
  const all = everyBlock(blocks)
  const kinds = [...new Set(all.flatMap((block) => (block.kind === 'catalog-list' ? [block.fields.list] : [])))]
  const [legs, lists] = await Promise.all([
    all.some(({ kind }) => kind === 'learning-path') ? loadLegs(api) : null,
    kinds.length > 0 ? loadLists(api, kinds, readChoice(search)) : null,
  ])
  return { legs, lists }
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

async function loadLists(api: Api, kinds: readonly ListKind[], choice: ListChoice): Promise<CatalogLists> {
  const [{ topics }, ...lists] = await Promise.all([
    askTopics(api),
    ...kinds.map((kind) =>
      api.call<typeof listCatalog>('GET /api/learn/catalog/list', { query: listQuery(kind, choice) }),
    ),
  ])
  return { choice, topics, byKind: Object.fromEntries(kinds.map((kind, at) => [kind, lists[at]])) }
}

function askTopics({ call }: Api) {
  return call<typeof listTopics>('GET /api/learn/topics')
}
