import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

export interface WrittenPage {
  html: Buffer
  /** What broke of the page itself, where its parts are not to blame; undefined when all of it stands. */
  fault: unknown
}

/**
 * Writes the whole page. A part that breaks by itself, as `isPart` knows by the components around the fault, is left out
 * and said in the log: the page stands without it.
 */
export async function writePage(
  page: ReactNode,
  isPart: (componentStack: string) => boolean,
  nonce?: string,
): Promise<WrittenPage> {
  let fault: unknown
  const html = await new Promise<Buffer>((done, fail) => {
    const { pipe } = renderToPipeableStream(page, {
      ...(nonce !== undefined && { nonce }),
      // nothing is sent in pieces: a part that came late still stands in its place and not at the end
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        collected(pipe).then(done, fail)
      },
      onShellError: fail,
      onError(error, { componentStack }) {
        console.error(error)
        if (!isPart(componentStack ?? '')) fault = error
      },
    })
  })
  return { html, fault }
}

/** All that React writes, once it is drawn. */
export function collected(pipe: (to: Writable) => unknown): Promise<Buffer> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    pipe(
      new Writable({
        write(chunk: Buffer, _encoding, next) {
          chunks.push(chunk)
          next()
        },
        final(next) {
          done(Buffer.concat(chunks))
          next()
        },
      }),
    )
  })
}
