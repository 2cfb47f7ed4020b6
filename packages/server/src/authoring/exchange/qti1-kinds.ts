import type { Ask, Gap, NumericAsk } from '@lantern/contract/quiz/asks.ts'
import { emptyEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import { childrenOf, elementsOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { areaOfQti1, sizeIn } from './picture-areas.ts'
import type { Qti1Condition } from './qti1-conditions.ts'
import type { Qti1Item } from './read-qti1.ts'
import { htmlText, plainText, RowProblem, type SourceOption } from './source-rows.ts'
import { escapeXml } from './xml-tree.ts'

interface Asked {
  options: SourceOption[]
  /** None for a choice. */
  ask?: Ask
  /** The text, where something stands in it. */
  body?: string
  /** What is asked about, as HTML; the text goes before it. */
  picture?: string
}

/** What an item asks: by what Canvas calls it, else by what takes its answer. */
export function qti1Kind(item: Qti1Item): Asked {
  const { type, responses } = item
  const [response] = responses
  if (!response) throw new RowProblem('description')
  if (responses.some((one) => one.name === 'response_xy' || findAll(one, 'render_hotspot').length > 0))
    return hotspot(item, response)
  if (responses.some(({ name }) => name === 'response_grp')) throw new RowProblem('matching')
  if (type === 'fill_in_multiple_blanks_question' || type === 'multiple_dropdowns_question') return namedGaps(item)
  if (responses.every(({ name }) => name !== 'response_lid')) {
    if (responses.length > 1) return gapsInText(item)
    const ask = typed(item, response)
    // nothing that is typed is right by itself
    const isEssay = item.type === 'essay_question' || (item.type === '' && ask.answers.length === 0)
    return { options: [], ask: isEssay ? emptyEssay : ask }
  }
  if (responses.length > 1) return matching(item)
  if (/^ordered$/i.test(response.attributes.rcardinality ?? '')) return ordering(item, response)
  return choice(item, response)
}

/** Points that lie in an area, or areas that are chosen by their names. */
function hotspot(item: Qti1Item, response: XmlElement): Asked {
  const [image] = findAll(item.presentation, 'matimage')
  if (!image || item.responses.length > 1) throw new RowProblem('hotspot')
  const size = sizeIn(image)
  const credits = creditsOf(item, response)
  const named = findAll(response, 'response_label').flatMap(({ attributes: { ident = '', rarea = '' }, ...label }) =>
    rarea !== '' && credits.has(ident) ? areaOfQti1(rarea, textOf({ attributes: {}, ...label }), size) : [],
  )
  const inside = item.conditions
    .filter(({ credit }) => credit !== null)
    .flatMap(({ tests }) => tests.filter(({ name, response: of }) => name === 'varinside' && isOf(of, response)))
    .map(({ area, value }) => areaOfQti1(area, value, size))
  const areas = [...inside, ...named]
  if (areas.length === 0) throw new RowProblem('no_correct_answer')
  const allowed = Number(findAll(response, 'render_hotspot')[0]?.attributes.maxnumber)
  const isSingle = !/^multiple$/i.test(response.attributes.rcardinality ?? '')
  const most = Math.min(20, allowed > 0 ? allowed : isSingle ? 1 : areas.length)
  // who cannot see it gets what is asked: the format has no words for pictures
  const words = image.attributes.label ?? plainText(findAll(item.presentation, 'mattext').map(textOf).join(' '))
  const picture = item
    .html({ ...image, children: [image] })
    .replace('alt=""', `alt="${escapeXml(words.slice(0, 500))}"`)
  const isInStem = elementsOf(item.presentation).some((child) => child !== response && isWithin(child, image, response))
  return { options: [], ask: { kind: 'hotspot', most, areas }, ...(!isInStem && { picture }) }
}

/** Whether it stands in there, and not in what takes the answer. */
function isWithin(outer: XmlElement, inner: XmlElement, without: XmlElement): boolean {
  return outer !== without && (outer === inner || elementsOf(outer).some((child) => isWithin(child, inner, without)))
}

function choice(item: Qti1Item, response: XmlElement): Asked {
  const isSingle = !/^multiple$/i.test(response.attributes.rcardinality ?? '')
  // Canvas keeps the empty rows of its form
  const labels = labelsOf(response).filter(({ element }) => !isBlank(item.html(element)))
  const credits = creditsOf(item, response)
  // of several, the ones that a rule names together earn nothing alone
  const isParted = isSingle && [...credits.values()].some((credit) => credit < 100)
  const isRight = (id: string) => (isSingle ? credits.get(id) === 100 : credits.has(id))
  return {
    options: labels.map(({ id, element }) => {
      const text = item.html(element)
      const said = [`${id}_fb`, ...shownFor(item, id)].map((name) => item.feedback.get(name) ?? '').find(Boolean)
      return {
        text: htmlText(text),
        correct: isRight(id),
        feedback: said ? htmlText(said) : null,
        ...(isParted && { credit: credits.get(id) ?? 0 }),
      }
    }),
  }
}

/** Feedback that is shown for one answer and earns nothing itself. */
function shownFor({ conditions }: Qti1Item, id: string): string[] {
  return conditions
    .filter(({ tests, credit }) => credit === null && tests.length === 1 && tests[0]?.value === id)
    .flatMap(({ feedback }) => feedback)
}

/** A list of the same choices for each thing to match. */
function matching(item: Qti1Item): Asked {
  const words = new Map(
    item.responses.flatMap(labelsOf).map(({ id, element }) => [id, plainText(item.html(element))] as const),
  )
  const taken = new Set<string>()
  const options = item.responses.flatMap((response): SourceOption[] => {
    const text = childrenOf(response, 'material').map(item.html).join('')
    if (isBlank(text)) return []
    const [right] = [...creditsOf(item, response).keys()]
    if (right === undefined) throw new RowProblem('no_correct_answer')
    taken.add(words.get(right) ?? '')
    return [{ text: htmlText(text), match: words.get(right) ?? '', correct: true, feedback: null }]
  })
  const others = [...new Set(words.values())].filter((word) => word !== '' && !taken.has(word))
  return { options, ask: { kind: 'matching', others } }
}

/** The rule that earns most names every item with its place. */
function ordering(item: Qti1Item, response: XmlElement): Asked {
  const labels = new Map(labelsOf(response).map(({ id, element }) => [id, element]))
  const [order] = item.conditions
    .filter(({ credit }) => credit === 100)
    .map(({ tests }) => tests.filter((test) => test.name === 'varequal' && isOf(test.response, response)))
    .filter((tests) => tests.length === labels.size)
  if (!order) throw new RowProblem('no_correct_answer')
  const options = order
    .toSorted((one, other) => one.index - other.index)
    .map(({ value }): SourceOption => {
      const label = labels.get(value)
      if (!label) throw new RowProblem('correct_unknown', value)
      return { text: htmlText(item.html(label)), correct: true, feedback: null }
    })
  return { options, ask: { kind: 'ordering' } }
}

/** `[name]` in the text is answered by the response of that name. */
function namedGaps(item: Qti1Item): Asked {
  const gaps: Gap[] = []
  let body = childrenOf(item.presentation, 'material').map(item.html).join('')
  for (const response of item.responses) {
    const name = (response.attributes.ident ?? '').replace(/^response_/, '')
    const mark = `[${name}]`
    if (!body.includes(mark)) throw new RowProblem('cloze')
    const credits = creditsOf(item, response)
    const answers = labelsOf(response).map(({ id, element }) => ({
      text: plainText(item.html(element)),
      credit: credits.has(id) ? 100 : 0,
    }))
    const earning = answers.filter(({ credit }) => credit > 0)
    gaps.push(
      item.type === 'multiple_dropdowns_question'
        ? { kind: 'choice', answers }
        : {
            kind: 'text',
            answers: earning.map(({ text, credit }) => ({ text: literal(text), credit })),
            matchCase: false,
          },
    )
    body = body.replace(mark, () => `[[${gaps.length}]]`)
  }
  return { options: [], ask: { kind: 'gaps', gaps }, body }
}

/** What is typed stands among the texts, in their order. */
function gapsInText(item: Qti1Item): Asked {
  const gaps: Gap[] = []
  const walk = (element: XmlElement): string =>
    elementsOf(element)
      .map((child) => {
        if (child.name === 'material') return item.html(child)
        if (!item.responses.includes(child)) return walk(child)
        gaps.push(typed(item, child))
        return ` [[${gaps.length}]] `
      })
      .join('')
  const body = walk(item.presentation)
  return { options: [], ask: { kind: 'gaps', gaps }, body }
}

function typed(item: Qti1Item, response: XmlElement) {
  const isNumber =
    item.type === 'numerical_question' ||
    response.name === 'response_num' ||
    findAll(response, 'render_fib').some(({ attributes }) =>
      /^(integer|decimal|scientific)$/i.test(attributes.fibtype ?? ''),
    )
  const own = item.conditions
    .filter(({ credit }) => credit !== null)
    .map(({ tests, ...condition }) => ({ ...condition, tests: tests.filter((test) => isOf(test.response, response)) }))
  return isNumber ? numbers(own) : texts(own)
}

function texts(conditions: readonly Qti1Condition[]) {
  const equal = conditions.flatMap(({ tests, credit }) =>
    tests.filter(({ name }) => name === 'varequal').map((test) => ({ ...test, credit: credit ?? 0 })),
  )
  return {
    kind: 'text' as const,
    answers: equal.map(({ value, credit }) => ({ text: literal(value), credit })),
    matchCase: equal.length > 0 && equal.every(({ matchCase }) => matchCase),
  }
}

/** A value, or what lies between two bounds; of both the bounds, which hold the value. */
function numbers(conditions: readonly Qti1Condition[]): NumericAsk {
  const answers = conditions.flatMap(({ tests, credit }) => {
    const ranges = [...Map.groupBy(tests, ({ group }) => group).values()].flatMap((together) => {
      const bound = (...names: string[]) =>
        readingsOf(together.find(({ name }) => names.includes(name))?.value ?? '')[0]
      const least = bound('vargte', 'vargt')
      const most = bound('varlte', 'varlt')
      return least === undefined || most === undefined ? [] : [{ least, most }]
    })
    const values = tests.flatMap(({ name, value }) => (name === 'varequal' ? readingsOf(value).slice(0, 1) : []))
    const alone = values.filter((value) => !ranges.some(({ least, most }) => least <= value && value <= most))
    return [...alone.map((value) => ({ least: value, most: value })), ...ranges].map(({ least, most }) => ({
      value: rounded((least + most) / 2),
      tolerance: rounded((most - least) / 2),
      percent: false,
      credit: credit ?? 0,
    }))
  })
  return { kind: 'numeric', answers, units: [] }
}

/** What answers to one response earn. */
function creditsOf({ conditions }: Qti1Item, response: XmlElement): Map<string, number> {
  const credits = new Map<string, number>()
  for (const { tests, credit } of conditions) {
    for (const { name, value, response: of } of tests) {
      if (credit === null || name !== 'varequal' || !isOf(of, response)) continue
      credits.set(value, Math.max(credit, credits.get(value) ?? 0))
    }
  }
  return credits
}

function isBlank(html: string): boolean {
  return !/<(img|math)\b/i.test(html) && plainText(html) === ''
}

function isOf(respident: string, { attributes }: XmlElement): boolean {
  return respident === '' || respident === attributes.ident
}

function labelsOf(response: XmlElement): { id: string; element: XmlElement }[] {
  const labels = findAll(response, 'response_label').map((element) => ({ id: element.attributes.ident ?? '', element }))
  if (new Set(labels.map(({ id }) => id)).size < labels.length) throw new RowProblem('duplicate_ids')
  return labels
}

/** A star of another program is a star. */
function literal(text: string): string {
  return text.replaceAll('*', '\\*')
}

function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
