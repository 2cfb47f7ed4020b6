import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { withGaps } from '@lantern/contract/quiz/kinds/gap-marks.ts'
import type { Element, Nodes, Root } from 'hast'
import { parseHtml } from '#media/index.ts'
import { stemClass } from './read-qti.ts'
import { writeKind } from './write-qti-kinds.ts'
import { writeZip } from './write-zip.ts'
import { escapeXml } from './xml-tree.ts'

export interface QtiQuiz {
  id: string
  title: string
  language: string
  questions: readonly QuestionDraft[]
  /** The bytes of pictures in the texts, by their address there. */
  pictures: ReadonlyMap<string, { bytes: Uint8Array; extension: string; contentType: string }>
}

const asi = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'
const asiSchema = 'https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd'
const manifestSpace = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1'

/** A package of QTI 3: a manifest, one test and one item for each question. The same quiz gives the same bytes. */
export function writeQtiPackage(quiz: QtiQuiz): Uint8Array {
  const files = new Map<string, Uint8Array>()
  const put = (path: string, xml: string) =>
    files.set(path, Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`))
  const used = new Map<string, string>()
  const items = quiz.questions.map((question, index) => {
    const id = `item-${String(index + 1).padStart(3, '0')}`
    const own: string[] = []
    const fileOf = (src: string) => {
      const picture = quiz.pictures.get(src)
      if (!picture) return null
      const path = used.get(src) ?? `media/picture-${String(used.size + 1).padStart(3, '0')}.${picture.extension}`
      used.set(src, path)
      files.set(path, picture.bytes)
      if (!own.includes(path)) own.push(path)
      return `../${path}`
    }
    put(`items/${id}.xml`, writeItem(id, question, quiz.language, fileOf))
    return { id, href: `items/${id}.xml`, pictures: own }
  })
  put('test.xml', writeTest(quiz, items))
  put('imsmanifest.xml', writeManifest(quiz, items, [...used.values()]))
  return writeZip(files)
}

type FileOf = (src: string) => string | null

function writeItem(id: string, question: QuestionDraft, language: string, fileOf: FileOf): string {
  const { body, options, contentIds = [], quizFeedback, name = '' } = question
  const xml = (html: string) => xhtml(parseHtml(html), fileOf)
  const ids = options.map((_, index) => `choice-${index + 1}`)
  const { declaration, interaction, inText, isMarked, isMapped, stem: ownStem } = writeKind(question, ids, xml)
  const stem = inText ? withGaps(xml(body), (number) => inText[number - 1] ?? '') : (ownStem ?? xml(body))
  const said = quizFeedback ?? { correct: '', wrong: '' }
  const modal = (identifier: string, html: string) =>
    html === ''
      ? ''
      : `\n  <qti-modal-feedback outcome-identifier="FEEDBACK" identifier="${identifier}" show-hide="show"><qti-content-body>${xml(html)}</qti-content-body></qti-modal-feedback>`
  return `<qti-assessment-item xmlns="${asi}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${asi} ${asiSchema}" identifier="${id}" title="${escapeXml(name || id)}" adaptive="false" time-dependent="false" xml:lang="${escapeXml(language)}"${contentIds.length > 0 ? ` data-lantern-read-again="${escapeXml(contentIds.join(' '))}"` : ''}${ownAttribute(question)}>
  ${declaration}
  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"${isMarked ? ' external-scored="human"' : ''}><qti-default-value><qti-value>0</qti-value></qti-default-value></qti-outcome-declaration>
  <qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>
  <qti-outcome-declaration identifier="CHOSEN" cardinality="multiple" base-type="identifier"/>
  <qti-item-body>
    <div class="${stemClass}">${stem}</div>
    ${interaction}
  </qti-item-body>
  ${isMarked ? '' : inText ? writeSumScoring(mappedGaps(inText.length), inText.length) : isMapped ? writeSumScoring('<qti-map-response-point identifier="RESPONSE"/>', 1) : writeScoring(question.ask === undefined)}${modal('correct', said.correct)}${modal('incorrect', said.wrong)}${options
    .map(({ feedback = '' }, index) =>
      feedback === ''
        ? ''
        : `\n  <qti-modal-feedback outcome-identifier="CHOSEN" identifier="${ids[index]}" show-hide="show"><qti-content-body>${xml(feedback)}</qti-content-body></qti-modal-feedback>`,
    )
    .join('')}
</qti-assessment-item>`
}

/** What QTI has no words for, for ourselves: tolerances, units, wildcards and points. */
function ownAttribute({ ask, options, points }: QuestionDraft): string {
  const credits = options.some(({ credit }) => credit !== undefined)
    ? options.map(({ credit = 0 }) => credit)
    : undefined
  if (!ask && !credits && points === undefined) return ''
  const matches = ask?.kind === 'matching' ? options.map(({ match = '' }) => match) : undefined
  return ` data-lantern-ask="${escapeXml(JSON.stringify({ ask, matches, credits, points }))}"`
}

/** One point for exactly the right choices, and the words for right, wrong and each choice. */
function writeScoring(isChoice: boolean): string {
  const set = (identifier: string, value: string) =>
    `<qti-set-outcome-value identifier="${identifier}">${value}</qti-set-outcome-value>`
  const word = (text: string) => `<qti-base-value base-type="identifier">${text}</qti-base-value>`
  const point = (text: string) => `<qti-base-value base-type="float">${text}</qti-base-value>`
  return `<qti-response-processing>
    <qti-response-condition>
      <qti-response-if><qti-match><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-match>${set('SCORE', point('1'))}${set('FEEDBACK', word('correct'))}</qti-response-if>
      <qti-response-else>${set('SCORE', point('0'))}${set('FEEDBACK', word('incorrect'))}</qti-response-else>
    </qti-response-condition>
    ${isChoice ? set('CHOSEN', '<qti-multiple><qti-variable identifier="RESPONSE"/></qti-multiple>') : ''}
  </qti-response-processing>`
}

function mappedGaps(count: number): string {
  return Array.from({ length: count }, (_, at) => `<qti-map-response identifier="RESPONSE_${at + 1}"/>`).join('')
}

/** What parts earn together, and the words for all of it and for less. */
function writeSumScoring(parts: string, whole: number): string {
  const say = (word: string) =>
    `<qti-set-outcome-value identifier="FEEDBACK"><qti-base-value base-type="identifier">${word}</qti-base-value></qti-set-outcome-value>`
  return `<qti-response-processing>
    <qti-set-outcome-value identifier="SCORE"><qti-sum>${parts}</qti-sum></qti-set-outcome-value>
    <qti-response-condition>
      <qti-response-if><qti-gte><qti-variable identifier="SCORE"/><qti-base-value base-type="float">${whole - 0.001}</qti-base-value></qti-gte>${say('correct')}</qti-response-if>
      <qti-response-else>${say('incorrect')}</qti-response-else>
    </qti-response-condition>
  </qti-response-processing>`
}

interface WrittenItem {
  id: string
  href: string
  pictures: string[]
}

function writeTest({ id, title }: QtiQuiz, items: readonly WrittenItem[]): string {
  return `<qti-assessment-test xmlns="${asi}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${asi} ${asiSchema}" identifier="${escapeXml(id)}" title="${escapeXml(title || id)}">
  <qti-test-part identifier="part-1" navigation-mode="nonlinear" submission-mode="simultaneous">
    <qti-assessment-section identifier="section-1" title="${escapeXml(title || id)}" visible="true">${items
      .map((item) => `\n      <qti-assessment-item-ref identifier="${item.id}" href="${item.href}"/>`)
      .join('')}
    </qti-assessment-section>
  </qti-test-part>
</qti-assessment-test>`
}

function writeManifest({ id }: QtiQuiz, items: readonly WrittenItem[], pictures: readonly string[]): string {
  const nameOf = (path: string) => path.replace(/[^\w-]/g, '-')
  const resource = (identifier: string, type: string, href: string, needs: string[]) =>
    `\n    <resource identifier="${identifier}" type="${type}" href="${href}">\n      <file href="${href}"/>${needs
      .map((one) => `\n      <dependency identifierref="${one}"/>`)
      .join('')}\n    </resource>`
  return `<manifest xmlns="${manifestSpace}" identifier="manifest-${escapeXml(id)}">
  <metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
  <organizations/>
  <resources>${resource(
    'test',
    'imsqti_test_xmlv3p0',
    'test.xml',
    items.map((item) => item.id),
  )}${items.map((item) => resource(item.id, 'imsqti_item_xmlv3p0', item.href, item.pictures.map(nameOf))).join('')}${pictures
    .map((path) => resource(nameOf(path), 'webcontent', path, []))
    .join('')}
  </resources>
</manifest>`
}

/** HTML as XML: every element closed, every attribute in quotes, pictures under their path in the package. */
function xhtml(node: Nodes, fileOf: FileOf): string {
  if (node.type === 'text') return escapeXml(node.value)
  if (node.type === 'element') return xhtmlElement(node, fileOf)
  return 'children' in node ? (node as Root).children.map((child) => xhtml(child, fileOf)).join('') : ''
}

function xhtmlElement(element: Element, fileOf: FileOf): string {
  // a package shows one size of a picture
  if (element.tagName === 'source') return ''
  const inner = element.children.map((child) => xhtml(child, fileOf)).join('')
  if (element.tagName === 'picture') return inner
  const space = element.tagName === 'math' ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : ''
  const attributes = `${space}${attributesOf(element, fileOf)}`
  return inner === ''
    ? `<${element.tagName}${attributes}/>`
    : `<${element.tagName}${attributes}>${inner}</${element.tagName}>`
}

function attributesOf({ tagName, properties }: Element, fileOf: FileOf): string {
  return Object.entries(properties)
    .filter(([name]) => !(tagName === 'img' && /^(srcSet|sizes|loading|decoding)$/.test(name)))
    .flatMap(([name, value]) => {
      if (value === null || value === undefined || value === false) return []
      const text = value === true ? '' : Array.isArray(value) ? value.join(' ') : String(value)
      const shown = tagName === 'img' && name === 'src' ? (fileOf(text) ?? text) : text
      return [` ${attributeName(name)}="${escapeXml(shown)}"`]
    })
    .join('')
}

function attributeName(name: string): string {
  if (name === 'className') return 'class'
  return /^(data|aria)[A-Z]/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : name.toLowerCase()
}
