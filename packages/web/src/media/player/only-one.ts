const players = new Set<HTMLMediaElement>()

/** Of all players of the page one plays: whoever starts pauses the others. Answers how to leave. */
export function joinPlayers(media: HTMLMediaElement): () => void {
  const onPlay = () => {
    for (const other of players) if (other !== media && !other.paused) other.pause()
  }
  players.add(media)
  media.addEventListener('play', onPlay)
  return () => {
    players.delete(media)
    media.removeEventListener('play', onPlay)
  }
}
