import styles from './watermark.module.css'

/** One tile of the pattern. */
export const watermarkTile = { width: 180, height: 100, fontSize: 16, degrees: -20 }

/** Laid over what is paid for: whose copy this is, in two faint lines, everywhere. Nobody is kept from reading. */
export function Watermark({ lines }: { lines: readonly [string, string] }) {
  return (
    <span
      className={styles.watermark}
      aria-hidden="true"
      data-watermark=""
      style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(tileOf(lines))}")` }}
    />
  )
}

/** Grey with a little light and a little shade, so that it shows on every ground. */
export function tileOf(lines: readonly [string, string]): string {
  const { width, height, fontSize, degrees } = watermarkTile
  const text = lines
    .map((line, at) => `<text x="50%" y="${height / 2 + (at - 0.5) * fontSize * 1.4}">${escaped(line)}</text>`)
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g transform="rotate(${degrees} ${width / 2} ${height / 2})" font-size="${fontSize}" font-family="sans-serif" ` +
    `text-anchor="middle" dominant-baseline="middle" fill="#888" fill-opacity="0.16">${text}</g></svg>`
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
