declare module 'wawoff2/decompress.js' {
  /** The font as it was before it was packed. What comes back is overwritten by the next call. */
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
