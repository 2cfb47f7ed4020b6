// Captions as WebVTT or SubRip, read tolerantly and written as plain WebVTT. Pure: the server cleans what comes in with
// it, and the player reads its transcript with it.

export interface Cue {
  /** Seconds. */
  start: number
  end: number
  /** Lines separated by line feeds; only the tags that captions may have. */
  text: string
  /** Where it stands, in words of the format, already checked. */
  settings: string
}

export type CaptionFault = 'captions_too_large' | 'captions_not_text' | 'captions_unknown' | 'captions_empty'

export const captionLimits = { bytes: 2 * 1024 * 1024, cues: 20_000, cueCharacters: 2_000 } as const

export type ParsedCaptions = { cues: Cue[]; skipped: number } | { fault: CaptionFault }

/** Cues in the order of time. Blocks that are no cues are skipped and counted; a file without any cue is refused. */
export function parseCaptions(source: string): ParsedCaptions {
  if (source.length > captionLimits.bytes) return { fault: 'captions_too_large' }
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?|\u2028/g, '\n')
  if (text.includes('\0')) return { fault: 'captions_not_text' }
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  if (!isVtt && !beginsAsSubRip(text)) return { fault: 'captions_unknown' }
  const cues: Cue[] = []
  let skipped = 0
  for (const block of blocksOf(isVtt ? text.replace(/^WEBVTT[^\n]*/, '') : text)) {
    const cue = cueOf(block)
    if (cue) cues.push(cue)
    else if (block.some((line) => line.includes('-->'))) skipped++
    if (cues.length > captionLimits.cues) return { fault: 'captions_too_large' }
  }
  if (cues.length === 0) return { fault: 'captions_empty' }
  return { cues: cues.sort((a, b) => a.start - b.start || a.end - b.end), skipped }
}

/** It has no head: first come the times of its first cue, with or without a number above them. */
function beginsAsSubRip(text: string): boolean {
  const first = text.split('\n').find((line) => !/^\d*$/.test(line.trim()))
  return first !== undefined && /^[\d:]+[,.]\d{1,3}\s*-->/.test(first.trim())
}

/** Groups of lines. A line with an arrow begins a new one, also where the empty line before it was forgotten. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let block: string[] = []
  const end = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const line of text.split('\n')) {
    if (line.trim() === '') end()
    else {
      if (line.includes('-->') && block.some((before) => before.includes('-->'))) {
        // the number that SubRip writes above the times
        const number = /^\s*\d+\s*$/.test(block.at(-1) ?? '') && block.length > 2 ? block.pop() : undefined
        end()
        if (number !== undefined) block.push(number)
      }
      block.push(line)
    }
  }
  end()
  return blocks
}

const clock = '(?:(\\d{1,4}):)?(\\d{1,2}):(\\d{1,2})[.,](\\d{1,3})'
const timing = new RegExp(`^\\s*${clock}\\s*-->\\s*${clock}(?:\\s+(.*))?$`)

function cueOf(lines: string[]): Cue | null {
  const at = lines.findIndex((line) => line.includes('-->'))
  // an identifier is one line; what stands above more of them is no cue
  if (at < 0 || at > 1) return null
  const found = timing.exec(lines[at] ?? '')
  if (!found) return null
  const start = secondsOf(found.slice(1, 5))
  const end = secondsOf(found.slice(5, 9))
  const text = cleanText(lines.slice(at + 1).join('\n'))
  if (start === null || end === null || end <= start || text === '') return null
  return { start, end, text: text.slice(0, captionLimits.cueCharacters), settings: cleanSettings(found[9] ?? '') }
}

function secondsOf([hours, minutes, seconds, fraction]: (string | undefined)[]): number | null {
  const [m, s] = [Number(minutes), Number(seconds)]
  if (m > 59 || s > 59) return null
  return Number(hours ?? 0) * 3600 + m * 60 + s + Number((fraction ?? '').padEnd(3, '0')) / 1000
}

/** Bold, italic, underline, ruby and voices stay; every other tag goes and its words stay. */
function cleanText(text: string): string {
  return text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<(?!\/?(?:[biu]|ruby|rt)>|v(?:\.[\w-]+)*[ \t][^<>]*>|\/v>)[^<>]*>/gi, '')
    .replace(/<(?=[^<>]*(?:<|$))/g, '&lt;')
    .replaceAll('-->', '→')
    .replace(/\n{2,}/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

const percent = '(?:100|\\d{1,2})(?:\\.\\d+)?%'
const known: Record<string, RegExp> = {
  align: /^(start|center|end|left|right)$/,
  vertical: /^(rl|lr)$/,
  line: new RegExp(`^(-?\\d{1,3}|${percent})(,(start|center|end))?$`),
  position: new RegExp(`^${percent}(,(line-left|center|line-right))?$`),
  size: new RegExp(`^${percent}$`),
}

function cleanSettings(text: string): string {
  const settings = new Map<string, string>()
  for (const part of text.trim().split(/\s+/)) {
    const [, name = '', value = ''] = /^([a-z]+):(.*)$/.exec(part) ?? []
    if (known[name]?.test(value)) settings.set(name, value)
  }
  return [...settings].map(([name, value]) => `${name}:${value}`).join(' ')
}

/** A file that every player reads alike. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, settings, text }) => `${vttTime(start)} --> ${vttTime(end)}${settings && ` ${settings}`}\n${text}\n`,
  )
  return `WEBVTT\n\n${blocks.join('\n')}`
}

function vttTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const part = (of: number, length = 2) => String(Math.floor(of)).padStart(length, '0')
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`
}

/** What is said, without tags: for reading and searching. */
export function spokenText(text: string): string {
  return text
    .replace(/<rt>.*?<\/rt>/gi, '')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('\n', ' ')
    .trim()
}
