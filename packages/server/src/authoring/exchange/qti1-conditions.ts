import { childOf, childrenOf, elementsOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'

/** One rule of how an item is scored. */
export interface Qti1Condition {
  /** What has to be answered, without what must not be. */
  tests: Qti1Test[]
  /** What it earns of the most that a rule earns, in percent; null where it earns nothing. */
  credit: number | null
  /** Names of the feedback that it shows. */
  feedback: string[]
}

export interface Qti1Test {
  name: string
  response: string
  value: string
  matchCase: boolean
  /** The shape of what a point has to lie in. */
  area: string
  /** The place in an order, from 1; else as it stands. */
  index: number
  /** What has to hold together: a lower and an upper bound. */
  group: XmlElement
}

export function conditionsOf(item: XmlElement): Qti1Condition[] {
  const read = findAll(item, 'respcondition').map((condition) => {
    const set = childrenOf(condition, 'setvar').find(({ attributes }) =>
      /^(que_)?score$|^$/i.test(attributes.varname ?? ''),
    )
    return {
      tests: testsIn(childOf(condition, 'conditionvar')),
      points: set ? Number(textOf(set)) : Number.NaN,
      feedback: childrenOf(condition, 'displayfeedback').map(({ attributes }) => attributes.linkrefid ?? ''),
    }
  })
  const earning = read.filter(({ points }) => points > 0)
  const most = Math.max(...earning.map(({ points }) => points))
  return read.map(({ tests, points, feedback }) => ({
    tests,
    credit: points > 0 ? Number(((points / most) * 100).toFixed(5)) : null,
    feedback,
  }))
}

function testsIn(element: XmlElement | undefined): Qti1Test[] {
  if (!element) return []
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'not') return []
    if (!child.name.startsWith('var')) return testsIn(child)
    return [
      {
        name: child.name,
        response: child.attributes.respident ?? '',
        value: textOf(child).trim(),
        matchCase: /^yes$/i.test(child.attributes.case ?? ''),
        area: child.attributes.areatype ?? '',
        index: Number(child.attributes.index) || 0,
        group: element,
      },
    ]
  })
}
