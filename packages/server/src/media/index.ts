export {
  type AttachmentRow,
  attachmentsById,
  changeAttachment,
  findAttachment,
  isolateBuild,
  listAttachments,
  requireOwnAttachment,
  showAttachment,
  unfinishedUploads,
} from './attachments/attachments.ts'
export { beginUpload, requireRoom, reservedBytes } from './attachments/begin-upload.ts'
export { describedMaterials } from './attachments/described-materials.ts'
export { sendAttachment } from './attachments/download.ts'
export { finishUpload, type ReceivedFile } from './attachments/finish-upload.ts'
export { resumeUploads } from './attachments/make-of-upload.ts'
export { uploaderPersonalData } from './attachments/personal-data.ts'
export { forgetStored, removeAttachment, removeAttachmentIn } from './attachments/remove-attachment.ts'
export { uploadJobs, uploadRoutes } from './attachments/upload-routes.ts'
export { eachElement, parseHtml, parseRawNodes, sanitizeHtml, sanitizeTree, stringifyHtml } from './html.ts'
export { serveImage } from './image-sizes.ts'
export { deleteImage, type ImageFault, ImageRefusal, imageKey, imageLimits, storeImage } from './images.ts'
export { type PicturePlace, pictureElement } from './picture.ts'
export { type CheckedDocument, checkDocument, isTangled, type RichTextFault } from './rich-text/check-document.ts'
export { codeBlock, element } from './rich-text/code-block.ts'
export { picturesById, richTextContext } from './rich-text/context.ts'
export { documentOf } from './rich-text/document-of.ts'
export { formula } from './rich-text/formula.ts'
export { htmlOf, type RichTextContext } from './rich-text/html-of.ts'
export { toneOf, wordsOf } from './rich-text/lesson-words.ts'
export { markdownOf } from './rich-text/markdown-of.ts'
export { plainTextOf } from './rich-text/plain-text-of.ts'
export { readRichText } from './rich-text/reading.ts'
export { withoutMarks } from './rich-text/without-marks.ts'
export { mediaRoutes } from './routes.ts'
export { makeVideos } from './video/make-video.ts'
export type { Shown, VideoPlace } from './video/may-watch.ts'
export { viewerPersonalData } from './video/personal-data.ts'
export { videoRoutes } from './video/routes.ts'
export { resumeVideos, startVideo, type UploadedVideo } from './video/start-video.ts'
export { sendUnpacked } from './webgl/send-unpacked.ts'
export {
  type ArchiveFault,
  ArchiveRefusal,
  type Entry,
  readArchive,
  type UnpackedFile,
  unpackEntries,
  withArchive,
} from './webgl/unpack-archive.ts'
export { openEntry } from './zip-entry.ts'
