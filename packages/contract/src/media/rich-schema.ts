import { calloutTones } from './rich-text.ts'

// The one schema of rich text, as plain data: the server checks and writes documents by it, the editor builds its own
// schema from it, and a test holds the two together. Content is said in the words of ProseMirror.

export type AttributeValue = string | number | null

export interface AttributeRule {
  /** What is meant when it is left out. Null means that there is none. */
  default: AttributeValue
  /** `text` is free, `token` a short word of letters and digits, `id` the id of something stored. */
  kind: 'text' | 'token' | 'id' | 'integer' | 'choice' | 'address' | 'link' | 'markup'
  choices?: readonly AttributeValue[]
  /** Range of an integer. */
  min?: number
  max?: number
  /** Longest text, in characters. */
  longest?: number
}

export type Attributes = Readonly<Record<string, AttributeRule>>

export interface NodeRule {
  /** Empty for what has nothing inside. */
  content: string
  group?: 'block' | 'inline'
  /** Marks that may stand on its text; '' for none. */
  marks?: ''
  attributes?: Attributes
}

export interface MarkRule {
  attributes?: Attributes
  /** Nothing else stands together with it. */
  alone?: true
}

const anchor: AttributeRule = { default: null, kind: 'text', longest: 120 }
const caption: AttributeRule = { default: '', kind: 'text', longest: 1000 }
const alt: AttributeRule = { default: '', kind: 'text', longest: 500 }
const markup: AttributeRule = { default: '', kind: 'markup', longest: 500_000 }
const formula: AttributeRule = { default: '', kind: 'text', longest: 10_000 }
const cell: Attributes = {
  colspan: { default: 1, kind: 'integer', min: 1, max: 50 },
  rowspan: { default: 1, kind: 'integer', min: 1, max: 500 },
  align: { default: null, kind: 'choice', choices: [null, 'left', 'center', 'right'] },
}

export const imageWidths = ['small', 'medium', 'full'] as const
export const inlinePlaces = ['icon', 'inline', 'left', 'right'] as const
export const richNodes = {
  doc: { content: 'block+' },
  text: { content: '', group: 'inline' },
  paragraph: { content: 'inline*', group: 'block' },
  heading: {
    content: 'inline*',
    group: 'block',
    attributes: { level: { default: 2, kind: 'integer', min: 2, max: 6 }, anchor },
  },
  bulletList: { content: 'listItem+', group: 'block' },
  orderedList: {
    content: 'listItem+',
    group: 'block',
    attributes: {
      start: { default: 1, kind: 'integer', min: -100_000, max: 100_000 },
      type: { default: null, kind: 'choice', choices: [null, 'a', 'A', 'i', 'I', '1'] },
    },
  },
  listItem: { content: 'paragraph block*' },
  blockquote: { content: 'block+', group: 'block' },
  codeBlock: {
    content: 'text*',
    group: 'block',
    marks: '',
    attributes: {
      language: { default: '', kind: 'token', longest: 30 },
      fileName: { default: '', kind: 'text', longest: 200 },
      /** Lines that stand out, as in `7-8,12`. */
      marked: { default: '', kind: 'text', longest: 200 },
    },
  },
  callout: {
    content: 'block+',
    group: 'block',
    attributes: {
      tone: { default: 'note', kind: 'choice', choices: calloutTones },
      /** What it is called; empty for the name of its tone in the language of the text. */
      name: { default: '', kind: 'text', longest: 200 },
    },
  },
  table: { content: 'tableRow+', group: 'block', attributes: { caption } },
  tableRow: { content: '(tableCell | tableHeader)*' },
  tableHeader: { content: 'block+', attributes: cell },
  tableCell: { content: 'block+', attributes: cell },
  image: {
    content: '',
    group: 'block',
    attributes: {
      imageId: { default: '', kind: 'id' },
      alt,
      caption,
      width: { default: 'full', kind: 'choice', choices: imageWidths },
    },
  },
  inlineImage: {
    content: '',
    group: 'inline',
    attributes: {
      imageId: { default: '', kind: 'id' },
      alt,
      place: { default: 'inline', kind: 'choice', choices: inlinePlaces },
    },
  },
  video: { content: '', group: 'block', attributes: { videoId: { default: '', kind: 'id' }, caption } },
  embed: { content: '', group: 'block', attributes: { url: { default: '', kind: 'address' }, caption } },
  horizontalRule: { content: '', group: 'block' },
  hardBreak: { content: '', group: 'inline' },
  math: { content: '', group: 'inline', attributes: { latex: formula } },
  mathBlock: { content: '', group: 'block', attributes: { latex: formula } },
  /** What there is no word for here, kept as it came: sanitized HTML. */
  html: { content: '', group: 'block', attributes: { markup } },
  inlineHtml: { content: '', group: 'inline', attributes: { markup } },
} as const satisfies Record<string, NodeRule>

export type RichNodeName = keyof typeof richNodes

export const richMarks = {
  link: { attributes: { href: { default: '', kind: 'link' }, title: { default: null, kind: 'text', longest: 500 } } },
  bold: {},
  italic: {},
  strike: {},
  subscript: {},
  superscript: {},
  highlight: {},
  kbd: {},
  /** `access` is the short label beside a name, as in "get" or "get+set". */
  code: { attributes: { kind: { default: null, kind: 'choice', choices: [null, 'access'] } } },
} as const satisfies Record<string, MarkRule>

export type RichMarkName = keyof typeof richMarks

/** One node of a document. The fields that its kind does not have are left out. */
export interface RichNode {
  type: string
  attrs?: Record<string, AttributeValue>
  content?: RichNode[]
  marks?: RichMark[]
  text?: string
}

export interface RichMark {
  type: string
  attrs?: Record<string, AttributeValue>
}

/** A document as code works with it; on the wire it is `RichDocument`. */
export interface RichDoc {
  type: 'doc'
  content: RichNode[]
}

export const richLimits = {
  /** Nodes inside nodes. */
  depth: 40,
  nodes: 50_000,
  /** Characters of all texts together. */
  text: 2_000_000,
  addressLength: 2000,
} as const

export function nodeRule(name: string): NodeRule | null {
  return Object.hasOwn(richNodes, name) ? richNodes[name as RichNodeName] : null
}

export function markRule(name: string): MarkRule | null {
  return Object.hasOwn(richMarks, name) ? richMarks[name as RichMarkName] : null
}

/** A value that this attribute may have. */
export function fitsAttribute(rule: AttributeRule, value: unknown): value is AttributeValue {
  if (value === null) return rule.default === null
  switch (rule.kind) {
    case 'choice':
      return (rule.choices ?? []).some((choice) => choice === value)
    case 'integer':
      return Number.isInteger(value) && Number(value) >= (rule.min ?? 0) && Number(value) <= (rule.max ?? 1e9)
    case 'token':
      return typeof value === 'string' && /^[\w+#-]*$/.test(value) && value.length <= (rule.longest ?? 100)
    case 'id':
      return typeof value === 'string' && /^[\w-]{0,100}$/.test(value)
    case 'address':
      return typeof value === 'string' && isAddress(value)
    case 'link':
      return typeof value === 'string' && isLink(value)
    default:
      return typeof value === 'string' && value.length <= (rule.longest ?? 2000)
  }
}

/** An absolute address on the web. */
export function isAddress(text: string): boolean {
  return text.length <= richLimits.addressLength && /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

/** Where a link of a text may lead: the web, a mail, a phone, a page or an anchor of this site. Empty: it is broken. */
export function isLink(text: string): boolean {
  if (text.length > richLimits.addressLength || hasControls(text)) return false
  if (text === '' || text.startsWith('#') || /^(?:mailto|tel):[^\s]/i.test(text)) return true
  if (/^https?:\/\//i.test(text)) return isAddress(text)
  return !/^[a-z][a-z\d+.-]*:/i.test(text) && !text.startsWith('//') && !text.includes('\\')
}

/** Browsers drop these before they look for the protocol. */
function hasControls(text: string): boolean {
  return [...text].some((mark) => mark <= ' ' || mark === '\u007f')
}

/** What a content expression asks for, in order: names of nodes or groups, and how often. */
export function contentTerms(expression: string): { names: string[]; atLeast: number; atMost: number }[] {
  return [...expression.matchAll(/(\([^)]*\)|\w+)([+*?]?)/g)].map(([, names = '', count = '']) => ({
    names: names.replace(/[()\s]/g, '').split('|'),
    atLeast: count === '*' || count === '?' ? 0 : 1,
    atMost: count === '+' || count === '*' ? Number.POSITIVE_INFINITY : 1,
  }))
}
