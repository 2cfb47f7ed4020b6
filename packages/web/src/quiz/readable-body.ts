import { withGaps } from '@lantern/contract/quiz/kinds/gap-marks.ts'
import type { QuestionView } from './question-panel.tsx'

/** The text where nothing is filled in any more: its gaps by their numbers. */
export function readableBody({ body, ask }: QuestionView): string {
  return ask?.kind === 'gaps' ? withGaps(body, (number) => `__(${number})__`) : body
}
