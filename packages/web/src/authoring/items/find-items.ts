import type { DraftReferences, listCampusDrafts, listDrafts } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import type { searchItems } from '@lantern/contract/search/searching.ts'
import { queryEntries } from '@lantern/contract/search/typed-input.ts'
import { call } from '#kit/call.ts'
import { useFound } from '#kit/use-found.ts'

/** Something that a form can refer to, as its name is shown. */
export type FoundItem = DraftReferences['items'][string]

interface Wanted {
  types: readonly EditedType[]
  /** Steps of tutorials too. */
  steps?: boolean
  campus: boolean
  /** Further entries of the keyword list, such as `tag:{tagId}`; with them it may be looked for without words. */
  entries?: readonly string[]
}

const fromSearch = 24
const fromDrafts = 5

/** What learners can find, and of one's own also what is not published yet. */
async function findItems(text: string, { types, steps = false, campus, entries = [] }: Wanted): Promise<FoundItem[]> {
  const [published, ...drafts] = await Promise.all([
    orNone(findPublished(text, types, steps, entries)),
    // a draft is looked for by its name alone
    ...(entries.length > 0 ? [] : types.map((type) => orNone(findDrafts(text, type, campus)))),
  ])
  // what is published comes first; a draft that is published too is there once
  const all = new Map<string, FoundItem>()
  for (const item of [...(published ?? []), ...drafts.flat()]) if (!all.has(item.id)) all.set(item.id, item)
  return [...all.values()]
}

async function findPublished(
  text: string,
  types: readonly EditedType[],
  steps: boolean,
  entries: readonly string[],
): Promise<FoundItem[]> {
  const { results } = await call<typeof searchItems>('GET /api/learn/search', {
    query: {
      k: JSON.stringify([...queryEntries(text.replaceAll(':', ' ')), ...entries]),
      t: [...types],
      pageSize: fromSearch,
    },
  })
  return results.flatMap((result) => {
    const card = types.map((type) => result[type]).find((one) => one !== undefined)
    if (!card) return []
    const { id, type, title, slug, language, thumbnail } = card
    const item = { id, type, title, slug, language, published: true, thumbnailUrl: thumbnail.url }
    const found = steps ? result.hits.filter((hit) => hit.type === 'section') : []
    return [
      // the search looks into texts and people too: whole items are looked for by their titles
      ...(steps || text === '' || isNamed(result.title) ? [item] : []),
      ...found.map((hit) => ({ ...item, id: hit.id, type: 'section', title: `${title} · ${hit.title.text}` })),
    ]
  })
}

/** The words stand in the title itself. */
function isNamed({ marks }: { marks: readonly unknown[] }): boolean {
  return marks.length > 0
}

async function findDrafts(text: string, type: EditedType, campus: boolean): Promise<FoundItem[]> {
  const input = { params: { type }, query: { q: text, pageSize: fromDrafts } }
  const { results } = campus
    ? await call<typeof listCampusDrafts>('GET /api/campus/creator/:type/list', input)
    : await call<typeof listDrafts>('GET /api/learn/creator/:type/list', input)
  return results.map(({ id, title, slug, language, published, thumbnailUrl }) => {
    return { id, type, title, slug, language, published, thumbnailUrl }
  })
}

/** One of the lists may be away: the others are shown. */
async function orNone(list: Promise<FoundItem[]>): Promise<FoundItem[]> {
  try {
    return await list
  } catch {
    return []
  }
}

/** The items for typed words and for entries that were pasted; null while there is no answer. */
export function useFoundItems(text: string, { entries = [], ...wanted }: Wanted): readonly FoundItem[] | null {
  const isAsked = text !== '' || entries.length > 0
  const asked = isAsked ? JSON.stringify([text, wanted, entries]) : null
  return useFound(asked, () => findItems(text, { ...wanted, entries }))
}
