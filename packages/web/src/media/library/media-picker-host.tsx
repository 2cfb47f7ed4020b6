import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { currentQuestion, onQuestion } from './pick-media.ts'

const MediaPicker = lazy(() => import('./media-picker.tsx'))

/** Where `pickMedia` asks. Stands once on each page that has an editor; what it shows is loaded with the first question. */
export function MediaPickerHost() {
  const question = useSyncExternalStore(onQuestion, currentQuestion, () => null)
  // after a navigation the picker does not open on the other page
  useEffect(() => () => currentQuestion()?.answer(null), [])
  if (!question) return null
  return (
    <Suspense fallback={null}>
      <MediaPicker key={question.id} question={question} />
    </Suspense>
  )
}
