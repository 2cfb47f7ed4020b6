declare module 'wawoff2' {
  /** The font as it was before it was packed. What comes back is overwritten by the next call. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>
}
