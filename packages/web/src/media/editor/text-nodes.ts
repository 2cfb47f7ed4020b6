import { calloutTones } from '@lantern/contract/media/rich-text.ts'
import { type Extensions, mergeAttributes, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { schemaNode } from './schema-extensions.ts'

/** Nodes that hold text, with what Markdown writers type to get them. */
export function textNodes(): Extensions {
  return [doc, text, paragraph, heading, bulletList, orderedList, listItem, blockquote, codeBlock, callout, hardBreak]
}

const doc = schemaNode('doc', {}, { topNode: true })
const text = schemaNode('text', {}, {})

const paragraph = schemaNode(
  'paragraph',
  {},
  {
    priority: 1000,
    parseHTML: () => [{ tag: 'p' }],
    renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
  },
)

const heading = schemaNode(
  'heading',
  { level: ({ tagName }) => Math.max(2, Number(tagName.slice(1))) },
  {
    defining: true,
    parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}` })),
    renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs.level}`, HTMLAttributes, 0],
    addInputRules() {
      return [2, 3, 4].map((level) =>
        textblockTypeInputRule({ find: new RegExp(`^(#{${level}})\\s$`), type: this.type, getAttributes: { level } }),
      )
    },
    addKeyboardShortcuts() {
      return Object.fromEntries(
        [2, 3, 4].map((level) => [
          `Mod-Alt-${level}`,
          () => this.editor.commands.toggleNode('heading', 'paragraph', { level }),
        ]),
      )
    },
  },
)

const bulletList = schemaNode(
  'bulletList',
  {},
  {
    parseHTML: () => [{ tag: 'ul' }],
    renderHTML: ({ HTMLAttributes }) => ['ul', HTMLAttributes, 0],
    addInputRules() {
      return [wrappingInputRule({ find: /^\s*([-+*])\s$/, type: this.type })]
    },
    addKeyboardShortcuts() {
      return { 'Mod-Shift-8': () => this.editor.commands.toggleList('bulletList', 'listItem') }
    },
  },
)

const orderedList = schemaNode(
  'orderedList',
  {
    start: (element) => Number(element.getAttribute('start') ?? 1),
    type: (element) => element.getAttribute('type'),
  },
  {
    parseHTML: () => [{ tag: 'ol' }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'ol',
      mergeAttributes(HTMLAttributes, {
        ...(node.attrs.start !== 1 && { start: node.attrs.start }),
        ...(node.attrs.type && { type: node.attrs.type }),
      }),
      0,
    ],
    addInputRules() {
      return [
        wrappingInputRule({
          find: /^(\d{1,5})[.)、]\s$/,
          type: this.type,
          getAttributes: ([, start]) => ({ start: Number(start) }),
          joinPredicate: ([, start], node) => node.childCount + node.attrs.start === Number(start),
        }),
      ]
    },
    addKeyboardShortcuts() {
      return { 'Mod-Shift-7': () => this.editor.commands.toggleList('orderedList', 'listItem') }
    },
  },
)

const listItem = schemaNode(
  'listItem',
  {},
  {
    defining: true,
    parseHTML: () => [{ tag: 'li' }],
    renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return {
        Enter: () => this.editor.commands.splitListItem(this.name),
        Tab: () => this.editor.isActive(this.name) && (this.editor.commands.sinkListItem(this.name) || true),
        'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
      }
    },
  },
)

const blockquote = schemaNode(
  'blockquote',
  {},
  {
    defining: true,
    parseHTML: () => [{ tag: 'blockquote' }],
    renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
    addInputRules() {
      return [wrappingInputRule({ find: /^\s*[>》]\s$/, type: this.type })]
    },
    addKeyboardShortcuts() {
      return { 'Mod-Shift-b': () => this.editor.commands.toggleWrap('blockquote') }
    },
  },
)

const codeBlock = schemaNode(
  'codeBlock',
  { language: languageOf },
  {
    code: true,
    defining: true,
    parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' as const }],
    renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, ['code', {}, 0]],
    addInputRules() {
      return [
        textblockTypeInputRule({
          find: /^(?:```|···|~~~)([\w+#-]{0,30})[\s\n]$/,
          type: this.type,
          getAttributes: ([, language]) => ({ language: language ?? '' }),
        }),
      ]
    },
    addKeyboardShortcuts() {
      return {
        'Mod-Alt-c': () => this.editor.commands.toggleNode('codeBlock', 'paragraph'),
        // an empty block of code becomes a paragraph again
        Backspace: () => {
          const { empty, $anchor } = this.editor.state.selection
          if (!empty || $anchor.parent.type !== this.type || $anchor.parent.textContent !== '') return false
          return this.editor.commands.clearNodes()
        },
        // two empty lines at the end leave it
        Enter: () => {
          const { empty, $from } = this.editor.state.selection
          if (!empty || $from.parent.type !== this.type) return false
          const atEnd = $from.parentOffset === $from.parent.content.size
          if (!atEnd || !$from.parent.textContent.endsWith('\n\n')) return this.editor.commands.newlineInCode()
          return this.editor
            .chain()
            .command(({ tr }) => {
              tr.delete($from.pos - 2, $from.pos)
              return true
            })
            .exitCode()
            .run()
        },
        ArrowDown: () => {
          const { empty, $from } = this.editor.state.selection
          const isLast = this.editor.state.doc.lastChild === $from.parent
          if (!empty || $from.parent.type !== this.type || !isLast) return false
          return $from.parentOffset === $from.parent.content.size && this.editor.commands.exitCode()
        },
        // above the first block there is a line as there is one below the last
        ArrowUp: () => {
          const { empty, $from } = this.editor.state.selection
          const isFirst = this.editor.state.doc.firstChild === $from.parent
          if (!empty || $from.parent.type !== this.type || !isFirst || $from.parentOffset > 0) return false
          return this.editor.chain().insertContentAt(0, { type: 'paragraph' }).setTextSelection(1).run()
        },
      }
    },
  },
)

const callout = schemaNode(
  'callout',
  {
    tone: (element) => calloutTones.find((tone) => tone === element.dataset.tone),
  },
  {
    defining: true,
    isolating: false,
    parseHTML: () => [{ tag: 'aside.callout', contentElement: calloutContent }],
    renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes, { class: 'callout' }), 0],
    addInputRules() {
      return [
        wrappingInputRule({
          find: new RegExp(`^:{3}\\s?(${calloutTones.join('|')})\\s$`),
          type: this.type,
          getAttributes: ([, tone]) => ({ tone }),
        }),
      ]
    },
  },
)

function calloutContent(element: HTMLElement): HTMLElement {
  element.querySelector(':scope > .callout-name')?.remove()
  return element
}

const hardBreak = schemaNode(
  'hardBreak',
  {},
  {
    selectable: false,
    parseHTML: () => [{ tag: 'br' }],
    renderHTML: () => ['br'],
    renderText: () => '\n',
    addKeyboardShortcuts() {
      return {
        'Shift-Enter': () => this.editor.commands.exitCode() || this.editor.commands.insertContent({ type: this.name }),
      }
    },
  },
)

function languageOf(pre: HTMLElement): string | undefined {
  const code = pre.querySelector('code') ?? pre
  const name = [...code.classList, ...pre.classList].find((known) => /^(?:language|lang|brush)-/.test(known))
  return name?.replace(/^[a-z]+-/, '').toLowerCase()
}
