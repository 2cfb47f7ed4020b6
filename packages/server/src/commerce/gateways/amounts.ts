/** `12.30` for 1230: how Alipay and the statements write amounts. */
export function yuanOf(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

/** 1230 for `12.3`. Throws for what is no amount, rather than guess with money. */
export function fenOf(yuan: string): number {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(yuan.trim())
  if (!parts) throw new Error('This is no amount')
  const [, sign, whole, part = ''] = parts
  return Number(`${sign}${whole}${part.padEnd(2, '0')}`) || 0
}
