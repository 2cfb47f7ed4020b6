/**
 * Whether answers of other programs are worth something that is lost here, where a question is right or wrong as a whole:
 * right ones that do not share the points alike, or wrong ones that take some away.
 */
export function hasOwnWeights(answers: readonly { weight: number; correct: boolean }[]): boolean {
  const right = answers.filter(({ correct }) => correct).map(({ weight }) => weight)
  const share = right.length > 0 && Math.max(...right) < 100 ? 100 / right.length : 100
  // files round a third to two or five places
  const isShare = (weight: number) => Math.abs(weight - share) < 0.1
  // who takes everything away for a wrong one means the same as here
  const takesSome = ({ weight, correct }: { weight: number; correct: boolean }) =>
    !correct && weight < 0 && weight > -100
  return !right.every(isShare) || answers.some(takesSome)
}
