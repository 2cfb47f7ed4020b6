import { later } from '#kit/later.tsx'

// What pages use: the player comes with the first sign of a person, its stream with the first play.

export const ProseVideos = later(async () => (await import('./prose-videos.tsx')).ProseVideos)
export const VideoPlayer = later(async () => (await import('./video-player.tsx')).VideoPlayer)
