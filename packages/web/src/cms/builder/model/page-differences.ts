import type { KeptBlock, PageContent } from '@lantern/contract/cms/blocks.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import {
  type Choice,
  chosen,
  type Difference,
  difference,
  namesOfBoth,
  type Sides,
} from '#kit/documents/differences.ts'
import { childrenOf, rowsOf, soundBlocks } from './block-tree.ts'
import { newBlockId } from './page-content.ts'

// Two texts of one page side by side: what is different, and what comes of choosing. Pure.

type Choices = Readonly<Record<string, Choice>>
/** What stands of a difference, by its id. */
type Pick = (id: string, one: unknown, other: unknown) => unknown

const lists = ['packages', 'filters', 'sortings'] as const

/** Ids of differences: `page.title`, `blocks.<id>`, `blocks.<id>.<field>`, `order`. */
export function pageDifferences(mine: PageContent, theirs: PageContent, base: PageContent | null): Difference[] {
  const found: Difference[] = []
  const add = (path: string[], kind: Difference['kind'], sides: Sides) =>
    found.push(difference(path, kind, sides, base !== null))
  const compare = (path: string[], one: unknown, other: unknown, began: unknown) => {
    if (!sameContent(one, other)) add(path, 'field', { mine: one, theirs: other, base: began })
  }
  const [page, otherPage, basePage] = [mine, theirs, base].map((content) => fieldsOf(content?.properties))
  for (const name of namesOfBoth(page, otherPage))
    compare(['page', name], page?.[name], otherPage?.[name], basePage?.[name])

  const [here, there, before] = [mine, theirs, base].map((content) => blocksById(content?.blocks ?? []))
  for (const id of new Set([...(here?.keys() ?? []), ...(there?.keys() ?? [])])) {
    const [one, other, began] = [here?.get(id), there?.get(id), before?.get(id)]
    if (one && other) {
      for (const name of namesOfBoth(one.fields, other.fields)) {
        compare(['blocks', id, name], one.fields[name], other.fields[name], began?.fields[name])
      }
    } else {
      // what lies in a block is compared by itself
      add(['blocks', id], 'element', { mine: emptied(one), theirs: emptied(other), base: emptied(began) })
    }
  }
  const common = (id: string) => here?.has(id) === true && there?.has(id) === true
  const [order, otherOrder] = [mine, theirs].map(({ blocks }) => outline(blocks, common))
  if (!sameContent(order, otherOrder)) {
    add(['order'], 'order', { mine: order, theirs: otherOrder, base: base && outline(base.blocks, common) })
  }
  for (const name of lists) compare([name], mine[name], theirs[name], base?.[name])
  return found
}

/** The page as it stands after the choices; undecided parts stay as they are here. */
export function mergePages(mine: PageContent, theirs: PageContent, choices: Choices): PageContent {
  const pick: Pick = (id, one, other) => (sameContent(one, other) ? one : chosen(choices[id], one, other))
  const [page, otherPage] = [fieldsOf(mine.properties), fieldsOf(theirs.properties)]
  const properties = Object.fromEntries(
    namesOfBoth(page, otherPage).map((name) => [name, pick(`page.${name}`, page[name], otherPage[name])]),
  )
  const merged = Object.fromEntries(lists.map((name) => [name, pick(name, mine[name], theirs[name])]))
  return {
    ...mine,
    ...merged,
    // the same names as both have
    properties: properties as PageContent['properties'],
    blocks: mergeBlocks(mine.blocks, theirs.blocks, choices, pick),
  }
}

function mergeBlocks(
  mine: readonly KeptBlock[],
  theirs: readonly KeptBlock[],
  choices: Choices,
  pick: Pick,
): KeptBlock[] {
  const [here, there] = [blocksById(mine), blocksById(theirs)]
  const stays = (id: string) => {
    const [one, other] = [here.has(id), there.has(id)]
    if (one && other) return true
    const choice = choices[`blocks.${id}`] ?? 'mine'
    return choice === 'both' || choice === (one ? 'mine' : 'theirs')
  }
  const fieldsOfBlock = ({ id, fields }: KeptBlock) => {
    const [one, other] = [here.get(id)?.fields, there.get(id)?.fields]
    if (!one || !other) return fields
    return Object.fromEntries(
      namesOfBoth(one, other).map((name) => [name, pick(`blocks.${id}.${name}`, one[name], other[name])]),
    )
  }
  // the shape of one of them; what goes leaves what stays inside of it in its place
  const shaped = (blocks: readonly KeptBlock[]): KeptBlock[] =>
    blocks.flatMap((block) => {
      const children = shaped(childrenOf(block))
      return stays(block.id) ? [{ ...block, fields: fieldsOfBlock(block), children }] : children
    })
  const [first, second] = choices.order === 'theirs' ? [theirs, mine] : [mine, theirs]
  let result = shaped(first)
  for (const { block, parentId } of rowsOf(second)) {
    const known = blocksById(result)
    if (!stays(block.id) || known.has(block.id)) continue
    const siblings = parentId === null ? second : childrenOf(blocksById(second).get(parentId) as KeptBlock)
    const before = siblings
      .slice(
        0,
        siblings.findIndex(({ id }) => id === block.id),
      )
      .map(({ id }) => id)
    const added = { ...block, fields: fieldsOfBlock(block), children: [] }
    result = addBehind(result, parentId !== null && known.has(parentId) ? parentId : null, before, added)
  }
  return soundBlocks(result, newBlockId)
}

/** Behind the last of the blocks that it stood behind, or as the first. */
function addBehind(
  blocks: KeptBlock[],
  parentId: string | null,
  before: readonly string[],
  added: KeptBlock,
): KeptBlock[] {
  if (parentId === null) {
    const at = blocks.findLastIndex(({ id }) => before.includes(id))
    return blocks.toSpliced(at + 1, 0, added)
  }
  return blocks.map((block) =>
    block.id === parentId
      ? { ...block, children: addBehind(childrenOf(block), null, before, added) }
      : { ...block, children: addBehind(childrenOf(block), parentId, before, added) },
  )
}

function emptied(block: KeptBlock | undefined): KeptBlock | undefined {
  return block && { ...block, children: [] }
}

type Outline = (string | [string, Outline])[]

function outline(blocks: readonly KeptBlock[], isKept: (id: string) => boolean): Outline {
  return blocks.flatMap((block): Outline => {
    const inside = outline(childrenOf(block), isKept)
    if (!isKept(block.id)) return inside
    return inside.length > 0 ? [[block.id, inside]] : [block.id]
  })
}

function blocksById(blocks: readonly KeptBlock[]): Map<string, KeptBlock> {
  return new Map(rowsOf(blocks).map(({ block }) => [block.id, block]))
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
