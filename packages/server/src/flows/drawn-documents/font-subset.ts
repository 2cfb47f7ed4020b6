import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// HarfBuzz's own program for cutting fonts: of a variable font it makes one of a single weight that holds the signs of one
// text, which is what a document carries.

export interface Cut {
  signs: ReadonlySet<string>
  weight: number
}

/** A font file with these signs at this weight. */
export function cutFont(font: Uint8Array, { signs, weight }: Cut): Buffer {
  const hb = program()
  const kept: (() => void)[] = []
  const using = <Handle>(handle: Handle, destroy: (handle: Handle) => void): Handle => {
    kept.push(() => destroy(handle))
    return handle
  }
  try {
    const at = using(hb.malloc(font.length), hb.free)
    new Uint8Array(hb.memory.buffer, at, font.length).set(font)
    const blob = using(hb.hb_blob_create(at, font.length, memoryIsOurs, 0, 0), hb.hb_blob_destroy)
    const face = using(hb.hb_face_create(blob, 0), hb.hb_face_destroy)
    const input = using(hb.hb_subset_input_create_or_fail(), hb.hb_subset_input_destroy)
    const wanted = hb.hb_subset_input_unicode_set(input)
    for (const sign of signs) hb.hb_set_add(wanted, sign.codePointAt(0) ?? 0)
    hb.hb_subset_input_pin_axis_location(input, face, weightAxis, weight)
    const cut = using(hb.hb_subset_or_fail(face, input), hb.hb_face_destroy)
    if (cut === 0) throw new Error('The font cannot be cut')
    const result = using(hb.hb_face_reference_blob(cut), hb.hb_blob_destroy)
    const start = hb.hb_blob_get_data(result, 0)
    return Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(result)))
  } finally {
    for (const destroy of kept.toReversed()) destroy()
  }
}

/** HB_MEMORY_MODE_WRITABLE: it neither copies nor frees what is given. */
const memoryIsOurs = 2
/** `wght` */
const weightAxis = 0x77_67_68_74

/** Numbers are addresses in its memory. */
interface Program {
  memory: WebAssembly.Memory
  malloc(bytes: number): number
  free(address: number): void
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, codePoint: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_unicode_set(input: number): number
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number
  hb_subset_or_fail(face: number, input: number): number
  _initialize(): void
}

let started: Program | undefined

function program(): Program {
  if (started) return started
  const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)))
  // the names are those of HarfBuzz's documentation; there are no types of them
  started = instance.exports as unknown as Program
  started._initialize()
  return started
}
