import { even, heightsFor } from '@lantern/contract/media/video-rules.ts'
import { decodingArgs, type VideoFacts, videoLimits } from './probe.ts'

export interface Rendition {
  /** The short side: what a quality is called by, also of a video that stands upright. */
  height: number
  width: number
  tall: number
  videoKbps: number
}

const segmentSeconds = 4
const audioKbps = 128

/** Kilobits a second that moving pictures of this size look good with. */
const kbpsOf: [height: number, kbps: number][] = [
  [1080, 4500],
  [720, 2500],
  [480, 1200],
  [360, 750],
  [240, 400],
]

export function renditionsOf({ width, height }: Pick<VideoFacts, 'width' | 'height'>): Rendition[] {
  const shortSide = Math.min(width, height)
  return heightsFor(shortSide).map((side) => {
    const scale = side / shortSide
    return {
      height: side,
      width: even(width * scale),
      tall: even(height * scale),
      videoKbps: kbpsOf.find(([most]) => side >= most)?.[1] ?? 300,
    }
  })
}

/** The rendition that the plain file is made of: plays everywhere and stays small. */
export function plainRendition(renditions: readonly Rendition[]): Rendition {
  const [first] = renditions
  if (!first) throw new Error('A video without renditions')
  return renditions.find(({ height }) => height <= 720) ?? first
}

export function folderOf({ height }: Rendition): string {
  return `${height}p`
}

/**
 * One reading of the source, all renditions at once. Every rendition has a key picture at the same moments, so that a
 * player can change between them anywhere.
 */
export function hlsArgs(source: string, facts: VideoFacts, renditions: readonly Rendition[], preset: string): string[] {
  const labels = renditions.map((_, at) => `[s${at}]`)
  const scaled = renditions.map(
    ({ width, tall }, at) => `[s${at}]scale=${width}:${tall}:flags=bicubic,setsar=1,format=yuv420p[v${at}]`,
  )
  const graph = [`[0:V:0]${steadied(facts)}split=${renditions.length}${labels.join('')}`, ...scaled].join(';')
  const outputs = renditions.flatMap((rendition, at) => [
    ...['-map', `[v${at}]`],
    ...(facts.hasAudio
      ? ['-map', '0:a:0', '-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '2', '-ar', '48000']
      : ['-an']),
    ...['-c:v', 'libx264', '-preset', preset, '-profile:v', 'high', '-crf', '22'],
    ...['-maxrate', `${rendition.videoKbps}k`, '-bufsize', `${rendition.videoKbps * 2}k`],
    ...['-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-max_muxing_queue_size', '4096'],
    ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_flags', 'independent_segments', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', `${folderOf(rendition)}/%05d.m4s`, `${folderOf(rendition)}/index.m3u8`],
  ])
  return [...quiet, ...decodingArgs, '-i', source, '-filter_complex', graph, ...outputs]
}

/** Not more pictures than screens show; and the last one stays while there is more to hear, or players end with it. */
function steadied({ rate, soundAfter }: VideoFacts): string {
  const isLonger = soundAfter > 0.5
  const pace = rate > videoLimits.rate || isLonger ? `fps=${Math.min(rate, videoLimits.rate)},` : ''
  return isLonger ? `${pace}tpad=stop_mode=clone:stop_duration=${soundAfter.toFixed(3)},` : pace
}

/** The plain file: its head in front, so that it plays while it comes. Nothing is encoded again. */
export function plainArgs(rendition: Rendition): string[] {
  const input = ['-allowed_extensions', 'ALL', '-protocol_whitelist', 'file', '-i', `${folderOf(rendition)}/index.m3u8`]
  return [...quiet, ...input, '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4', 'video.mp4']
}

/** One picture. Seeking goes before the input: only what is needed is decoded. */
export function posterArgs(source: string, second: number, out: string): string[] {
  const scale = "scale='min(1920,iw*sar)':-2,setsar=1"
  return [
    ...quiet,
    '-ss',
    String(second),
    ...decodingArgs,
    '-i',
    source,
    '-map',
    '0:V:0',
    '-frames:v',
    '1',
    '-vf',
    scale,
    out,
  ]
}

const quiet = ['-hide_banner', '-nostdin', '-y', '-v', 'error', '-nostats', '-progress', 'pipe:1']

/** The list of renditions, best first: a player that cannot choose takes the first. */
export function masterPlaylist(renditions: readonly Rendition[], hasAudio: boolean): string {
  const entries = renditions.map((rendition) => {
    const bits = (rendition.videoKbps + (hasAudio ? audioKbps : 0)) * 1000
    const name = `${rendition.height}p`
    return (
      `#EXT-X-STREAM-INF:BANDWIDTH=${bits},RESOLUTION=${rendition.width}x${rendition.tall},NAME="${name}"\n` +
      `${folderOf(rendition)}/index.m3u8`
    )
  })
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${entries.join('\n')}\n`
}
