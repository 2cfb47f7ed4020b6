export type { PickedMedia, PickKind } from './editor/commands.ts'
export { documentFromHtml } from './editor/document-from-html.ts'
export type { RichTextEditorProps } from './editor/editor-props.ts'
export { RichTextEditor } from './editor/rich-text-editor.tsx'
export {
  type LibraryChoice,
  libraryQuery,
  readLibrary,
} from './library/library-address.ts'
export { MediaLibrary } from './library/media-library.tsx'
export { MediaPickerHost } from './library/media-picker-host.tsx'
export { pickForText, uploadPicture } from './library/pick-for-text.ts'
export { pickMedia } from './library/pick-media.ts'
export { ProseVideos, VideoPlayer } from './player/shown-later.tsx'
export type { UseRecorder } from './player/use-recorder.ts'
export { ProseCode } from './reader/shown-later.tsx'
export { isOutOfReach } from './viewers/out-of-reach.ts'
export { OwnWatermark, ProseViewers } from './viewers/shown-later.tsx'
export { useFrameRefusal } from './viewers/use-frame-refusal.ts'
export { useCountry } from './viewers/visitor-country.ts'
