import { isLink } from '@lantern/contract/media/rich-schema.ts'
import { type Extensions, InputRule, markInputRule, markPasteRule } from '@tiptap/core'
import { schemaMark } from './schema-extensions.ts'

/** Marks in the order of the contract: it decides which of two lies outside. */
export function textMarks(): Extensions {
  return [link, bold, italic, strike, subscript, superscript, highlight, kbd, code]
}

const link = schemaMark(
  'link',
  { href: (element) => element.getAttribute('href')?.trim() ?? '', title: (element) => element.getAttribute('title') },
  {
    priority: 1000,
    inclusive: false,
    keepOnSplit: false,
    parseHTML: () => [
      { tag: 'a[data-rich-href]' },
      { tag: 'a.broken-link' },
      { tag: 'a[href]', getAttrs: (element) => isLink(element.getAttribute('href')?.trim() ?? '') && null },
    ],
    renderHTML: ({ mark, HTMLAttributes }) => [
      'a',
      {
        ...HTMLAttributes,
        // without an address in the page: a press edits the link, it does not leave the editor
        title: mark.attrs.href,
        class: mark.attrs.href === '' ? 'broken-link' : null,
      },
      0,
    ],
    addInputRules: () => [writtenLink],
    addPasteRules() {
      return [
        markPasteRule({
          find: (words) =>
            [...words.matchAll(/https?:\/\/[^\s<>"'，。；：、！？（）「」《》]+/g)].map((found) => ({
              index: found.index,
              text: found[0].replace(/[).,;:!?]+$/, ''),
              replaceWith: found[0].replace(/[).,;:!?]+$/, ''),
            })),
          type: this.type,
          getAttributes: (match) => ({ href: match[0] }),
        }),
      ]
    },
  },
)

const bold = schemaMark(
  'bold',
  {},
  {
    priority: 990,
    parseHTML: () => [
      { tag: 'strong' },
      // Google Docs put everything into a bold element that is not bold
      { tag: 'b', getAttrs: (element) => (element.style.fontWeight === 'normal' ? false : null) },
      { style: 'font-weight', getAttrs: (weight) => (/^(?:bold(?:er)?|[6-9]\d\d)$/.test(weight) ? null : false) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['strong', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { 'Mod-b': () => this.editor.commands.toggleMark('bold') }
    },
    addInputRules() {
      return [markInputRule({ find: /(?:^|[^*])(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/, type: this.type })]
    },
  },
)

const italic = schemaMark(
  'italic',
  {},
  {
    priority: 980,
    parseHTML: () => [
      { tag: 'em' },
      { tag: 'i', getAttrs: (element) => (element.style.fontStyle === 'normal' ? false : null) },
      { style: 'font-style=italic' },
    ],
    renderHTML: ({ HTMLAttributes }) => ['em', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { 'Mod-i': () => this.editor.commands.toggleMark('italic') }
    },
    addInputRules() {
      return [markInputRule({ find: /(?:^|[^*])(\*(?![\s*])([^*]+)(?<!\s)\*)$/, type: this.type })]
    },
  },
)

const strike = schemaMark(
  'strike',
  {},
  {
    priority: 970,
    parseHTML: () => [
      { tag: 's' },
      { tag: 'del' },
      { tag: 'strike' },
      { style: 'text-decoration', consuming: false, getAttrs: (line) => (line.includes('line-through') ? {} : false) },
    ],
    renderHTML: ({ HTMLAttributes }) => ['s', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { 'Mod-Shift-s': () => this.editor.commands.toggleMark('strike') }
    },
    addInputRules() {
      return [markInputRule({ find: /(?:^|[^~])(~~(?!\s)([^~]+)(?<!\s)~~)$/, type: this.type })]
    },
  },
)

const subscript = schemaMark(
  'subscript',
  {},
  {
    priority: 960,
    excludes: 'superscript subscript',
    parseHTML: () => [{ tag: 'sub' }],
    renderHTML: ({ HTMLAttributes }) => ['sub', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { 'Mod-,': () => this.editor.commands.toggleMark('subscript') }
    },
  },
)

const superscript = schemaMark(
  'superscript',
  {},
  {
    priority: 950,
    excludes: 'superscript subscript',
    parseHTML: () => [{ tag: 'sup' }],
    renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { 'Mod-.': () => this.editor.commands.toggleMark('superscript') }
    },
  },
)

const highlight = schemaMark(
  'highlight',
  {},
  {
    priority: 940,
    parseHTML: () => [{ tag: 'mark' }],
    renderHTML: ({ HTMLAttributes }) => ['mark', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { 'Mod-Shift-h': () => this.editor.commands.toggleMark('highlight') }
    },
    addInputRules() {
      return [markInputRule({ find: /(?:^|[^=])(==(?!\s)([^=]+)(?<!\s)==)$/, type: this.type })]
    },
  },
)

const kbd = schemaMark(
  'kbd',
  {},
  {
    priority: 930,
    parseHTML: () => [{ tag: 'kbd' }],
    renderHTML: ({ HTMLAttributes }) => ['kbd', HTMLAttributes, 0],
  },
)

const code = schemaMark(
  'code',
  { kind: (element) => (element.classList.contains('code-access') ? 'access' : null) },
  {
    priority: 920,
    code: true,
    exitable: true,
    parseHTML: () => [{ tag: 'code' }, { tag: 'tt' }, { tag: 'samp' }],
    renderHTML: ({ mark, HTMLAttributes }) => [
      'code',
      { ...HTMLAttributes, class: mark.attrs.kind === 'access' ? 'code-access' : null },
      0,
    ],
    addKeyboardShortcuts() {
      return { 'Mod-e': () => this.editor.commands.toggleMark('code') }
    },
    addInputRules() {
      return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })]
    },
  },
)

/** `[words](address)`. */
const writtenLink = new InputRule({
  find: /\[([^\]]{1,200})\]\(([^()\s]{1,1000})\)$/,
  handler: ({ state, range, match }) => {
    const [, words = '', href = ''] = match
    const mark = state.schema.marks.link
    if (mark && isLink(href))
      state.tr.replaceWith(range.from, range.to, state.schema.text(words, [mark.create({ href })]))
  },
})
