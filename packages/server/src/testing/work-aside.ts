import { ask, type Errand } from '#kit/aside.ts'

/** Work for the tests of what is done aside. */
export function doubled({ input, port }: Errand<number>): Promise<unknown> {
  return ask(port, input)
}

export function endless(): never {
  for (;;);
}

export function greedy(): number {
  const kept: string[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => `${n}${kept.length}`))
}

export function broken(): never {
  throw new Error('what was read is broken')
}
