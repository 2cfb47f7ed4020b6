export { escapeHtml, parseHtml, parseRawNodes, sanitizeHtml, sanitizeTree, stringifyHtml } from './html.ts'
export { type ImageFault, ImageRefusal, imageKey, imageLimits, storeImage } from './images.ts'
export { type PicturePlace, pictureElement } from './picture.ts'
export { mediaRoutes } from './routes.ts'
