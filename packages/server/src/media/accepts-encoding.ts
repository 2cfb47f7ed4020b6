/** Whether who asks can read the encoding. The header may come in several pieces; a weight of nought is a refusal. */
export function acceptsEncoding(accepted: string | string[] | undefined, encoding: string): boolean {
  return [accepted ?? ''].flat().some((list) =>
    list.split(',').some((one) => {
      const [name = '', ...settings] = one.split(';').map((part) => part.trim().toLowerCase())
      return name === encoding && !settings.some((setting) => /^q=0(\.0*)?$/.test(setting))
    }),
  )
}
