import { SavedMessage } from '../documents.ts'
import { topic } from '../topic.ts'

export const pageDraftTopic = topic('page-draft/:pageId/:locale', {
  summary: 'Somebody saved a page in this language; its open editors see each other',
  message: SavedMessage,
  hasPresence: true,
})
