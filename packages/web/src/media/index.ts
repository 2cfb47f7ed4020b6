export type { PickedMedia, PickKind } from './editor/commands.ts'
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
export type { PlayerEvent, UseRecorder, VideoFacts } from './player/player-events.ts'
export { ProseVideos, VideoPlayer } from './player/shown-later.tsx'
export { ProseCode } from './reader/shown-later.tsx'
export { OwnWatermark, ProseViewers } from './viewers/shown-later.tsx'
