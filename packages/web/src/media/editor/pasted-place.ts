import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'

export interface Place {
  from: number
  to: number
}

const key = new PluginKey<Place | null>('pastedPlace')

/** Where the text stands that was pasted last, wherever it moves; nowhere once something in it was changed. */
export function pastedPlacePlugin(): Plugin<Place | null> {
  return new Plugin<Place | null>({
    key,
    state: {
      init: () => null,
      apply(tr, place) {
        const marked: Place | undefined = tr.getMeta(key)
        if (marked) return marked
        if (place === null || !tr.docChanged) return place
        const moved = { from: tr.mapping.map(place.from, 1), to: tr.mapping.map(place.to, -1) }
        const isWhole =
          moved.from < moved.to && tr.doc.slice(moved.from, moved.to).eq(tr.before.slice(place.from, place.to))
        return isWhole ? moved : null
      },
    },
  })
}

export function markPasted(tr: Transaction, place: Place): Transaction {
  return tr.setMeta(key, place)
}

export function pastedPlace(state: EditorState): Place | null {
  return key.getState(state) ?? null
}
