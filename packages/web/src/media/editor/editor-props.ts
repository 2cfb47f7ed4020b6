import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import type { PickedMedia, PickKind } from './commands.ts'
import type { ShownMedia } from './node-views.ts'

export interface RichTextEditorProps {
  value: RichDocument
  /** Called with every change; blocks that did not change are the same objects as before. */
  onChange: (value: RichDocument) => void
  /** Names the text for screen readers. */
  label: string
  placeholder?: string
  /** The most characters the text should have. More can be typed: it is said, nothing is cut. */
  limit?: number
  /** For answers and feedback: a low box, the tools of one line, nothing that only a lesson needs. */
  compact?: boolean
  /** The language of the text, for its glyphs and for the names of callouts. */
  language?: string
  /** The id of what describes the field, as its error. */
  describedBy?: string
  invalid?: boolean
  readOnly?: boolean
  /** Chooses from the media library; null when nothing was chosen. Without it the text has no pictures and videos. */
  pickMedia?: (kind: PickKind) => Promise<PickedMedia | null>
  /** Stores a picture from the clipboard. Without it pasted pictures are refused in words. */
  uploadImage?: (file: File) => Promise<{ imageId: string; alt: string }>
  shown?: ShownMedia
}
