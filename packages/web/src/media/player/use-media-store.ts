import { createMediaStore, type MediaState } from 'media-chrome/dist/media-store/media-store.js'
import { useEffect, useMemo, useSyncExternalStore } from 'react'

type Store = ReturnType<typeof createMediaStore>

/** What the interface of a player reads and asks for. */
export interface MediaStore {
  subscribe(listener: () => void): () => void
  read(): Partial<MediaState>
  ask(type: MediaAct, detail?: number): void
}

export type MediaAct =
  | 'mediaplayrequest'
  | 'mediapauserequest'
  | 'mediamuterequest'
  | 'mediaunmuterequest'
  | 'mediaseekrequest'
  | 'mediavolumerequest'
  | 'mediaplaybackraterequest'
  | 'mediaenterfullscreenrequest'
  | 'mediaexitfullscreenrequest'

/** The state of a media element, kept by media-chrome's store; null until both elements are there. */
export function useMediaStore(media: HTMLVideoElement | null, frame: HTMLElement | null): MediaStore | null {
  const store = useMemo<Store | null>(
    () =>
      media && frame
        ? createMediaStore({
            media,
            fullscreenElement: frame,
            documentElement: document,
            monitorStateOwnersOnlyWithSubscriptions: false,
          })
        : null,
    [media, frame],
  )
  useEffect(() => {
    store?.dispatch({ type: 'mediaelementchangerequest', detail: media })
    store?.dispatch({ type: 'documentelementchangerequest', detail: document })
    return () => {
      // taking the elements away takes its listeners off them
      store?.dispatch({ type: 'mediaelementchangerequest', detail: undefined })
      store?.dispatch({ type: 'documentelementchangerequest', detail: undefined })
    }
  }, [store, media])
  return useMemo(
    () =>
      store && {
        subscribe: (listener) => store.subscribe(listener),
        read: () => store.getState(),
        ask: (type, detail) => store.dispatch({ type, detail }),
      },
    [store],
  )
}

/** One fact of the state; draws anew when it changes, and only then. */
export function useMediaFact<T extends string | number | boolean | undefined>(
  store: MediaStore,
  pick: (state: Partial<MediaState>) => T,
): T {
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.read()),
    () => pick({}),
  )
}
