import type Sharp from 'sharp'

let loaded: Promise<typeof Sharp> | undefined

/**
 * The library of pictures, loaded where one is first needed: it is large. It keeps nothing of a picture for the next
 * one, which is mostly another; by itself it would hold up to 50 MiB of them.
 */
export function openSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    return sharp
  })
  return loaded
}
