import { isDone, type UnitState } from '@lantern/contract/courseware/package-rules.ts'

// Prerequisites of SCORM 1.2 (CAM 2.3.5.1): a script of AICC, as `A1 & (A2 | ~A3)`, `A4 = "passed"`, `2*{A1, A2, A3}`.

type StateOf = (id: string) => UnitState

const tokens = /\s*("[^"]*"|<>|[&|~(){},*=]|[^\s&|~(){},*=<>"]+)/gy

/** Nothing to meet, and a script that nobody can read, hold nobody up. */
export function meets(script: string | undefined, stateOf: StateOf): boolean {
  if (script === undefined) return true
  try {
    const reading = { words: wordsOf(script), at: 0, stateOf }
    const isMet = either(reading)
    return reading.at < reading.words.length ? true : isMet
  } catch (error) {
    if (error instanceof UnreadableScript) return true
    throw error
  }
}

class UnreadableScript extends Error {}

interface Reading {
  words: readonly string[]
  at: number
  stateOf: StateOf
}

function wordsOf(script: string): string[] {
  const words: string[] = []
  tokens.lastIndex = 0
  for (let at = 0; at < script.trimEnd().length; at = tokens.lastIndex) {
    const [, word] = tokens.exec(script) ?? []
    if (word === undefined) throw new UnreadableScript()
    words.push(word)
  }
  return words
}

function either(reading: Reading): boolean {
  let isMet = both(reading)
  while (takes(reading, '|')) isMet = both(reading) || isMet
  return isMet
}

function both(reading: Reading): boolean {
  let isMet = one(reading)
  while (takes(reading, '&')) isMet = one(reading) && isMet
  return isMet
}

function one(reading: Reading): boolean {
  if (takes(reading, '~')) return !one(reading)
  if (takes(reading, '(')) {
    const isMet = either(reading)
    expects(reading, ')')
    return isMet
  }
  const word = next(reading)
  if (takes(reading, '*')) return someOf(reading, Number(word))
  if (/^["&|(){},*=<>]/.test(word)) throw new UnreadableScript()
  const state = reading.stateOf(word)
  if (takes(reading, '=')) return isCalled(state, next(reading))
  if (takes(reading, '<>')) return !isCalled(state, next(reading))
  return isDone(state)
}

/** So many of a set. */
function someOf(reading: Reading, least: number): boolean {
  expects(reading, '{')
  let met = 0
  do if (either(reading)) met++
  while (takes(reading, ','))
  expects(reading, '}')
  return met >= least
}

const names: Readonly<Record<UnitState, readonly string[]>> = {
  not_begun: ['not attempted', 'n'],
  begun: ['incomplete', 'browsed', 'i', 'b'],
  completed: ['completed', 'c'],
  passed: ['passed', 'completed', 'p', 'c'],
  failed: ['failed', 'f'],
  waived: ['passed', 'completed', 'p', 'c'],
}

function isCalled(state: UnitState, word: string): boolean {
  return names[state].includes(word.replaceAll('"', '').toLowerCase())
}

function takes(reading: Reading, word: string): boolean {
  if (reading.words[reading.at] !== word) return false
  reading.at++
  return true
}

function expects(reading: Reading, word: string): void {
  if (!takes(reading, word)) throw new UnreadableScript()
}

function next(reading: Reading): string {
  const word = reading.words[reading.at++]
  if (word === undefined) throw new UnreadableScript()
  return word
}
