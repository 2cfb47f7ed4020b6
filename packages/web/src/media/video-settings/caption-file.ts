/** The text of a caption file. Old files are often not in UTF-8: those of Chinese are then in GB 18030. */
export async function readCaptionFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const languages = ['zh', 'en', 'ja', 'ko', 'ru', 'es', 'fr', 'de', 'pt'] as const
export type CaptionLanguage = (typeof languages)[number]
export const captionLanguages: readonly CaptionLanguage[] = languages

/** The language in a name such as `lesson.en.srt` or `lesson_zh-CN.vtt`. */
export function languageOfName(name: string): CaptionLanguage | null {
  const found = /[._-]([a-z]{2})(?:[-_][A-Za-z]{2,4})?\.[a-z]{3}$/i.exec(name)?.[1]?.toLowerCase()
  return languages.find((language) => language === found) ?? null
}
