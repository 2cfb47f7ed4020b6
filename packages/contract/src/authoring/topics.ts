import { SavedMessage } from '../documents.ts'
import { topic } from '../topic.ts'

export const draftTopic = topic('draft/:draftId', {
  summary: 'Somebody saved the draft of an item; its open editors see each other',
  message: SavedMessage,
  hasPresence: true,
})
