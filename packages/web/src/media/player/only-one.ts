const players = new Set<HTMLMediaElement>()

/** Of all players of the page one plays: starting one pauses the others. Answers the function to leave. */
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
