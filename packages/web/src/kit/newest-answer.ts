/**
 * Tells answers that overtook one another apart. It is called with each question, and what it gives with the answer:
 * true unless the answer to a later question came before.
 */
export function newestAnswer(): () => () => boolean {
  let asked = 0
  let answered = 0
  return () => {
    const question = ++asked
    return () => {
      if (question < answered) return false
      answered = question
      return true
    }
  }
}
