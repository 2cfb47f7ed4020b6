const name = 'lantern-play-from'

/** Plays the film in this element from the second, also one that was not begun. */
export function playFrom(video: HTMLVideoElement, second: number): void {
  video.dispatchEvent(new CustomEvent(name, { detail: second }))
}

/** For the player: what is asked for from outside. Answers how to stop. */
export function onPlayFrom(video: HTMLVideoElement, play: (second: number) => void): () => void {
  const onEvent = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'number') play(event.detail)
  }
  video.addEventListener(name, onEvent)
  return () => video.removeEventListener(name, onEvent)
}
