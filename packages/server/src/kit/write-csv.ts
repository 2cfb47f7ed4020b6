export type Cell = string | number | null

/**
 * A table as spreadsheets open it rightly: UTF-8 with its mark, lines and quotes by RFC 4180, and no text that a
 * spreadsheet would take for a formula.
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${csvRows(rows)}`
}

/** More rows of a table that `writeCsv` began. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // spreadsheets round digits beyond the fifteenth, and take those after a tab as text
  if (/^\d{12,}$/.test(cell)) return `\t${cell}`
  const text = /^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
