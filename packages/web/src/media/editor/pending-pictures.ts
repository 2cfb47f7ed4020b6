import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

// Pictures that are on their way to the media store hold their place in the text, wherever it moves meanwhile.

type Act = { add: object; at: number; label: string } | { remove: object }

const key = new PluginKey<DecorationSet>('pendingPictures')

export const pendingPictures = Extension.create({
  name: 'pendingPictures',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const moved = before.map(tr.mapping, tr.doc)
          const act = tr.getMeta(key) as Act | undefined
          if (!act) return moved
          if ('remove' in act) return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === act.remove))
          return moved.add(tr.doc, [Decoration.widget(act.at, () => waiting(act.label), { id: act.add })])
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

function waiting(label: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'editor-waiting'
  element.setAttribute('role', 'status')
  element.textContent = label
  return element
}

/** Uploads one picture and puts it where its place has got to. A failed one leaves no trace but what `onFault` says. */
export async function addPicture(
  view: EditorView,
  file: File,
  at: number,
  label: string,
  upload: (file: File) => Promise<{ imageId: string; alt: string }>,
): Promise<void> {
  const id = {}
  view.dispatch(view.state.tr.setMeta(key, { add: id, at, label } satisfies Act))
  try {
    const picture = await upload(file)
    const place = placeOf(view, id)
    const node = view.state.schema.nodes.image?.create(picture)
    if (view.isDestroyed || place === null || !node) return
    const $place = view.state.doc.resolve(place)
    const isEmptyLine = $place.parent.type.name === 'paragraph' && $place.parent.content.size === 0
    const tr = view.state.tr.setMeta(key, { remove: id } satisfies Act)
    if (isEmptyLine) tr.replaceRangeWith($place.before(), $place.after(), node)
    else tr.insert($place.depth > 0 ? $place.after() : place, node)
    view.dispatch(tr)
  } catch (error) {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Act))
    throw error
  }
}

function placeOf(view: EditorView, id: object): number | null {
  return key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null
}
