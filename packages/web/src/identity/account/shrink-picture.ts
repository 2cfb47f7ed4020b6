import { avatarMaxBytes, avatarSide } from '@lantern/contract/identity/account-rules.ts'

export type ShrinkProblem = 'unreadable' | 'too_large'

export class ShrinkFailure extends Error {
  readonly problem: ShrinkProblem

  constructor(problem: ShrinkProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** A picture of a camera as a small square, as a data URL: nobody should upload ten megabytes for a thumbnail. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new ShrinkFailure('unreadable', { cause })
  })
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(side, avatarSide)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context || side === 0) throw new ShrinkFailure('unreadable')
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, left, top, side, side, 0, 0, size, size)
  picture.close()
  // browsers that cannot write WebP write PNG instead
  const url = canvas.toDataURL('image/webp', 0.9)
  if ((url.length * 3) / 4 > avatarMaxBytes) throw new ShrinkFailure('too_large')
  return url
}
