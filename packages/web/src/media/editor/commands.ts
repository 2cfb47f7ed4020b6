import { embedOf } from '@lantern/contract/media/embeds.ts'
import type { CalloutTone } from '@lantern/contract/media/rich-text.ts'
import type { Editor } from '@tiptap/core'
import type { MessageKey } from '#kit/messages.tsx'
import { insertTable } from './table-nodes.ts'
import { offeredTones, toneKeys } from './words.ts'

export type PickKind = 'image' | 'video'

/** The choice in the media library. */
export type PickedMedia =
  | { kind: 'image'; imageId: string; alt: string }
  | { kind: 'video'; videoId: string; title: string }

/** What needs more than the document: a choice, an address, a formula. */
export type Ask = 'link' | 'image' | 'video' | 'embed' | 'formula' | 'markdown'

export interface EditorCommand {
  id: string
  label: MessageKey
  /** The tone that the label names. */
  tone?: CalloutTone
  icon: CommandIcon
  /** Words to find it by beside its name: pinyin, its initials, English. */
  words: string
  /** As shown; `Mod` is Ctrl or ⌘. */
  shortcut?: string
  run: (editor: Editor, ask: (what: Ask) => void) => void
}

export type CommandIcon =
  | 'heading'
  | 'list'
  | 'ordered'
  | 'quote'
  | 'code'
  | 'table'
  | 'image'
  | 'video'
  | 'embed'
  | 'rule'
  | 'formula'
  | 'callout'
  | 'text'
  | 'markdown'

const headingKeys: Record<number, MessageKey> = {
  2: 'editor.heading_2',
  3: 'editor.heading_3',
  4: 'editor.heading_4',
}

/** Everything the slash menu offers, in its order. */
export const blockCommands: readonly EditorCommand[] = [
  {
    id: 'paragraph',
    label: 'editor.paragraph',
    icon: 'text',
    words: 'zhengwen zw duanluo dl text paragraph',
    run: (editor) => void editor.chain().focus().clearNodes().run(),
  },
  ...[2, 3, 4].map(
    (level): EditorCommand => ({
      id: `heading-${level}`,
      label: headingKeys[level] ?? 'editor.heading_2',
      icon: 'heading',
      words: `biaoti bt h${level} heading title`,
      shortcut: `Mod+Alt+${level}`,
      run: (editor) => void editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run(),
    }),
  ),
  {
    id: 'bullet-list',
    label: 'editor.bullet_list',
    icon: 'list',
    words: 'liebiao lb xiangmu xm ul bullet list',
    shortcut: 'Mod+Shift+8',
    run: (editor) => void editor.chain().focus().toggleList('bulletList', 'listItem').run(),
  },
  {
    id: 'ordered-list',
    label: 'editor.ordered_list',
    icon: 'ordered',
    words: 'bianhao bh liebiao lb ol ordered numbered list',
    shortcut: 'Mod+Shift+7',
    run: (editor) => void editor.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  ...offeredTones.map(
    (tone): EditorCommand => ({
      id: `callout-${tone}`,
      label: toneKeys[tone],
      tone,
      icon: 'callout',
      words: `tishikuang tsk tishi ts callout tip ${tone}`,
      run: (editor) => setCallout(editor, tone),
    }),
  ),
  {
    id: 'code-block',
    label: 'editor.code_block',
    icon: 'code',
    words: 'daima dm code block pre',
    shortcut: 'Mod+Alt+C',
    run: (editor) => void editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
  },
  {
    id: 'quote',
    label: 'editor.quote',
    icon: 'quote',
    words: 'yinyong yy quote blockquote',
    shortcut: 'Mod+Shift+B',
    run: (editor) => void editor.chain().focus().toggleWrap('blockquote').run(),
  },
  {
    id: 'table',
    label: 'editor.table',
    icon: 'table',
    words: 'biaoge bg table grid',
    run: (editor) => void insertTable(editor, 3, 3),
  },
  {
    id: 'image',
    label: 'editor.image',
    icon: 'image',
    words: 'tupian tp image picture photo',
    run: (_, ask) => ask('image'),
  },
  {
    id: 'video',
    label: 'editor.video',
    icon: 'video',
    words: 'shipin sp video movie',
    run: (_, ask) => ask('video'),
  },
  {
    id: 'embed',
    label: 'editor.embed',
    icon: 'embed',
    words: 'qianru qr embed youtube bilibili youku vimeo',
    run: (_, ask) => ask('embed'),
  },
  {
    id: 'formula',
    label: 'editor.formula',
    icon: 'formula',
    words: 'gongshi gs math formula latex',
    run: (_, ask) => ask('formula'),
  },
  {
    id: 'rule',
    label: 'editor.rule',
    icon: 'rule',
    words: 'fengexian fgx hr rule divider',
    run: (editor) => void editor.chain().focus().insertContent({ type: 'horizontalRule' }).run(),
  },
  {
    id: 'markdown',
    label: 'editor.insert_markdown',
    icon: 'markdown',
    words: 'markdown md charu cr',
    run: (_, ask) => ask('markdown'),
  },
]

/** Around what is selected; inside a callout its tone changes. */
export function setCallout(editor: Editor, tone: CalloutTone): void {
  if (editor.isActive('callout')) editor.chain().focus().updateAttributes('callout', { tone }).run()
  else editor.chain().focus().wrapIn('callout', { tone }).run()
}

export function insertPicked(editor: Editor, picked: PickedMedia): void {
  const node =
    picked.kind === 'image'
      ? { type: 'image', attrs: { imageId: picked.imageId, alt: picked.alt } }
      : { type: 'video', attrs: { videoId: picked.videoId } }
  editor.chain().focus().insertContent(node).run()
}

/** False when the site is not offered: the text stays as it was. */
export function insertEmbed(editor: Editor, address: string): boolean {
  const found = embedOf(address.trim())
  if (!found) return false
  return editor
    .chain()
    .focus()
    .insertContent({ type: 'embed', attrs: { url: found.page } })
    .run()
}

/** Commands whose name, pinyin or English begins with, or holds, the text after the slash. */
export function matchingCommands(
  typed: string,
  nameOf: (command: EditorCommand) => string,
  allowed: (command: EditorCommand) => boolean,
): EditorCommand[] {
  const wanted = typed.trim().toLowerCase()
  return blockCommands.filter(
    (command) =>
      allowed(command) &&
      (wanted === '' ||
        nameOf(command).toLowerCase().includes(wanted) ||
        command.words.split(' ').some((word) => word.startsWith(wanted))),
  )
}
