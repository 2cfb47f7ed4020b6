/**
 * Light stemming: only the endings that make other forms of one word. The language of a typed word is not known, so
 * every stemmer must leave the words of the others findable: a query is looked up under each of its stems.
 */
type Stemmer = (word: string) => string

const stemmers = { en: english, es: spanish, pt: portuguese, fr: french, ru: russian } satisfies Record<string, Stemmer>
type Stemmed = keyof typeof stemmers

export function stem(word: string, language: string): string {
  return language in stemmers ? stemmers[language as Stemmed](word) : english(word)
}

/** The stem by the rules of each language that has its own; the rest of the languages follow the English one. */
export function stemsByLanguage(word: string): Record<Stemmed, string> {
  return {
    en: english(word),
    es: spanish(word),
    pt: portuguese(word),
    fr: french(word),
    ru: russian(word),
  }
}

/** Every stem under which the word may have been indexed, in any language. */
export function allStems(word: string): string[] {
  if (/\p{Script=Cyrillic}/u.test(word)) return [russian(word)]
  return [...new Set([english(word), spanish(word), portuguese(word), french(word)])]
}

function english(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let w = word
  if (w.endsWith('ies') && w.length > 4) w = `${w.slice(0, -3)}y`
  else if (/(?:ss|sh|ch|x|z)es$/.test(w)) w = w.slice(0, -2)
  else if (w.endsWith('s') && !/(?:ss|us|is)$/.test(w)) w = w.slice(0, -1)
  if (w.length > 5 && w.endsWith('ing') && /[aeiouy].*ing$/.test(w)) w = undouble(w.slice(0, -3))
  else if (w.length > 4 && w.endsWith('ed') && /[aeiouy].*ed$/.test(w)) w = undouble(w.slice(0, -2))
  else if (w.length > 6 && /ations?$/.test(w)) w = w.replace(/ations?$/, 'at')
  else if (w.length > 6 && w.endsWith('ly')) w = w.slice(0, -2)
  return w.length > 4 && w.endsWith('e') ? w.slice(0, -1) : w
}

function undouble(w: string): string {
  return /([bdfgmnprt])\1$/.test(w) ? w.slice(0, -1) : w
}

function spanish(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '')
  let w = word
  w = w
    .replace(/(?:amientos?|imientos?)$/, '')
    .replace(/(?<=.{4})(?:aciones|acion)$/, '')
    .replace(/(?:iones|ion)$/, 'i')
  if (w === word) w = w.replace(/(?:iendo|ando|adas|ados|idas|idos|ada|ado|ida|ido|ar|er|ir)$/, '')
  if (w.length < 4) w = word
  w = w
    .replace(/ces$/, 'z')
    .replace(/(?<=[^aeiou])es$/, '')
    .replace(/s$/, '')
  return w.length > 4 ? w.replace(/[aeo]$/, '') : w
}

function portuguese(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '')
  let w = word
  w = w
    .replace(/(?:amentos?|imentos?)$/, '')
    .replace(/(?<=.{4})(?:acoes|acao)$/, '')
    .replace(/(?:oes|ao)$/, 'o')
  if (w === word) w = w.replace(/(?:endo|ando|indo|adas|ados|idas|idos|ada|ado|ida|ido|ar|er|ir)$/, '')
  if (w.length < 4) w = word
  w = w
    .replace(/(?:ais)$/, 'al')
    .replace(/(?:eis)$/, 'el')
    .replace(/ns$/, 'm')
    .replace(/(?<=[rz])es$/, '')
    .replace(/s$/, '')
  return w.length > 4 ? w.replace(/[aeo]$/, '') : w
}

function french(word: string): string {
  if (word.length < 5) return word.replace(/[sx]$/, '')
  let w = word.replace(/(?:ements?|ations?)$/, '')
  if (w === word) w = w.replace(/(?:ees|ee|es|er|ant|ez)$/, '')
  if (w.length < 4) w = word
  w = w.replace(/aux$/, 'al').replace(/[sx]$/, '')
  return w.length > 4 ? w.replace(/e$/, '') : w
}

const russianEndings =
  /(?:иями|ями|ами|иях|ией|иям|ием|ого|его|ому|ему|ыми|ими|ующий|ающий|ирование|ирования|ировать|ать|ять|ить|еть|ешь|ете|ите|ают|яют|ует|уют|ют|ут|ат|ят|ал|ала|или|ый|ий|ой|ая|яя|ое|ее|ые|ие|ую|юю|ых|их|ым|им|ом|ем|ам|ям|ах|ях|ов|ев|ей|ию|ия|ии|ью|ья|ье|ы|и|а|я|о|е|у|ю|ь|й)$/

function russian(word: string): string {
  if (word.length < 4) return word
  const w = word.replace(russianEndings, '')
  return w.length >= 3 ? w.replace(/нн$/, 'н').replace(/ь$/, '') : word
}
