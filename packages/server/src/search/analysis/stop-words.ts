/** Words so common that they say nothing of what is looked for. Folded: without accents. */
const lists = {
  zh: '的 了 在 是 和 与 及 或 中 上 下 里 这 那 有 个 为 以 于 对 将 把 被 从 到 由 也 都 就 而 并 且 但 一 一个 我 你 您 他 它 们 我们 您的 可以 如何 怎么 怎样 什么 什么样 吗 呢 吧 啊 着 过 之 其 该 此 会 能 要 需要 进行 使用 用 做 呀 哪些 哪里 怎么办 为什么 请问',
  en: 'a an the of to in on at for and or is are was were be been being it its this that these those with from by as how what when where which who why do does did can could should would will i you your we our my me they their not no if so than then there here into about using use used',
  es: 'el la los las un una unos unas de del en y o a al que es son con por para como se su sus lo le les mi tu no si esta este esto estos estas hay ser muy donde cuando cual usar uso hacer puedo',
  pt: 'o a os as um uma uns umas de do da dos das em no na nos nas e ou ao aos que é sao com por para como se seu sua seus suas lhe nao sim este esta isto esse essa ha ser muito onde quando qual usar uso fazer eu posso e pelo pela',
  fr: 'le la les un une des de du en et ou a au aux que qui est sont avec par pour comme se son sa ses ne pas ce cette ces il elle nous vous dans sur utiliser comment faire',
  ru: 'и в во не на я он она они мы вы что как это этот эта эти к ко с со у о об от до за из по для при или а но же ли бы то так его ее их мне мой быть есть где когда какой использовать сделать можно',
  ko: '이 그 저 것 및 또는 에서 에 를 을 은 는 가 의 로 으로 와 과 하는 방법 어떻게 사용 합니다 있습니다 대한 위한',
} as const

const stopWords = new Set(
  Object.values(lists)
    .join(' ')
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}|\p{Script=Cyrillic})\p{M}+/gu, '')
    .normalize('NFC')
    .split(' '),
)

export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}
