import type { Errand } from '#kit/aside.ts'

/** Work for the tests of what is done aside. */
export function doubled({ input, ask }: Errand<number>): Promise<unknown> {
  return ask(input)
}

export function endless(): never {
  for (;;);
}

export function greedy(): number {
  const kept: string[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => `${n}${kept.length}`))
}

/** Memory that a builtin takes, where nothing looks at limits. */
export function greedyInside(): unknown {
  return JSON.parse(`[${'{},'.repeat(10_000_000)}{}]`)
}

/** Answers its own number first. */
export async function endlessAfter({ ask }: Errand<null>): Promise<never> {
  await ask(process.pid)
  for (;;);
}

export function broken(): never {
  throw new Error('what was read is broken')
}
