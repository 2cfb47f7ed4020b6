/** Prints one table of figures; each row says what it is beside. */
export function table(title: string, rows: Record<string, string | number>[]): void {
  console.log(`\n${title}`)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const text = rows.map((row) => columns.map((column) => format(row[column])))
  const widths = columns.map((column, at) => Math.max(column.length, ...text.map((row) => row[at]?.length ?? 0)))
  const line = (cells: string[]) =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   ')}`
  console.log(line(columns))
  for (const row of text) console.log(line(row))
}

function format(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2)
}
