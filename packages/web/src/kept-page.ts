import { randomBytes } from 'node:crypto'
import type { ReactNode } from 'react'
import { resumeToPipeableStream } from 'react-dom/server'
import { type PostponedState, prerenderToNodeStream } from 'react-dom/static'
import { collected } from './write-page.ts'

// React 19.3's partial prerendering. It leaves a `template` in each place that waited and fills it by script; a page of
// ours is read without script too, so what belongs there is put there before the page is sent. This is the one place
// that knows how React writes the two; kept-page.test.tsx fails where it writes them otherwise.

/** A page with holes; what stands in them is drawn for each visit. */
export interface KeptPage {
  html: Buffer
  /**
   * Draws what belongs into the holes, by their ids; `page` is the same tree as was kept, with the visit in it. Null
   * where something broke: then the page is drawn as a whole.
   */
  fill(page: ReactNode): Promise<ReadonlyMap<string, string> | null>
}

const isKept = new Error('What waits is drawn for each visit')

/**
 * Draws all of a page that does not wait for a visitor. All data are there: the parts that come from modules of their own
 * have `loadMs` to come, and one that is late is a hole.
 */
export async function keepPage(page: ReactNode, loadMs = 20): Promise<KeptPage> {
  const controller = new AbortController()
  let fault: unknown
  const prerendering = prerenderToNodeStream(page, {
    signal: controller.signal,
    // nothing is sent in pieces: each part stands in its place
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      if (error !== isKept) fault ??= error
    },
  })
  // it may fail while it is waited for; that is heard below
  prerendering.catch(() => undefined)
  await new Promise((done) => setTimeout(done, loadMs))
  controller.abort(isKept)
  const { prelude, postponed } = await prerendering
  if (fault !== undefined) throw fault
  const chunks: Buffer[] = []
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk as Buffer))
  return {
    html: withoutScriptOfReact(Buffer.concat(chunks)),
    // React takes out of it what it has drawn
    fill: async (visited) => (postponed ? drawHoles(visited, copied(postponed)) : new Map()),
  }
}

/** Of lists, objects and plain values, as what React keeps of a page is: a `structuredClone` takes ten times as long. */
function copied<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied) as Value
  const copy = {} as Value
  for (const name in value) copy[name] = copied(value[name])
  return copy
}

async function drawHoles(page: ReactNode, postponed: PostponedState): Promise<ReadonlyMap<string, string> | null> {
  const nonce = randomBytes(12).toString('base64url')
  let isBroken = false
  const ready = Promise.withResolvers<void>()
  const { pipe } = await resumeToPipeableStream(page, postponed, {
    nonce,
    onAllReady: ready.resolve,
    onShellError: ready.reject,
    onError(error) {
      console.error(error)
      isBroken = true
    },
  })
  await ready.promise
  const drawn = await collected(pipe)
  return isBroken ? null : holesOf(drawn.toString(), nonce)
}

/** `<div hidden id="S:1">…</div>`, and a script with the nonce, which nobody could know, that moves it to its place. */
function holesOf(resumed: string, nonce: string): Map<string, string> | null {
  const holes = new Map<string, string>()
  const [first = '', ...scripts] = resumed.split(`<script nonce="${nonce}">`)
  let waiting = first.replace(/^(<link [^>]*>)+/, '')
  for (const text of scripts) {
    const end = text.indexOf('</script>')
    const [, hole, segment] = /\$RC\("B:(\w+)","S:(\w+)"\)$/.exec(text.slice(0, end)) ?? []
    const opening = `<div hidden id="S:${segment}">`
    if (hole === undefined || !waiting.startsWith(opening) || !waiting.endsWith('</div>')) return null
    holes.set(hole, waiting.slice(opening.length, -'</div>'.length))
    waiting = text.slice(end + '</script>'.length)
  }
  return holes
}

/** It measures for the scripts that fill holes, and there are none. */
function withoutScriptOfReact(html: Buffer): Buffer {
  return Buffer.from(html.toString().replace(/<script id="_R_">[^<]*<\/script>/, ''))
}

/** The bytes between the holes, and by which id what stands between two of them is known. */
export interface Pieces {
  pieces: readonly Buffer[]
  holes: readonly string[]
}

const hole = /<!--\$\?--><template id="B:(\w+)"><\/template><!--\/\$-->/

export function piecesOf(html: Buffer): Pieces {
  const parts = html.toString().split(hole)
  return {
    pieces: parts
      .filter((_, at) => at % 2 === 0)
      // in the marks of a part that is complete
      .map((text, at, all) =>
        Buffer.from(`${at > 0 ? '<!--/$-->' : ''}${text}${at < all.length - 1 ? '<!--$-->' : ''}`),
      ),
    holes: parts.filter((_, at) => at % 2 === 1),
  }
}
