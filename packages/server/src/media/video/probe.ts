import type { VideoFault } from '@lantern/contract/media/video-rules.ts'
import { ProgramFailed, type RunOptions, runProgram } from './ffmpeg.ts'

/** Why a file does not become a video. It stays so however often it is tried. */
export class VideoRefusal extends Error {
  readonly fault: VideoFault

  constructor(fault: VideoFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

export interface VideoFacts {
  /** Seconds. */
  duration: number
  /** As it is shown: after turning, with square pixels. */
  width: number
  height: number
  /** Pictures a second. */
  rate: number
  hasAudio: boolean
  /** Seconds for which the sound goes on after the last picture. */
  soundAfter: number
}

export const videoLimits = { side: 8192, pixels: 8192 * 4320, seconds: 12 * 3600, rate: 60 } as const

/**
 * What a file may be, by its content. The formats that point at other files or at addresses (playlists, lists of files)
 * are not among them: they would have this machine read for a stranger what only it may read.
 */
const formats =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,mxf,ivf,m4v,h264,hevc,mp3,wav,aac,flac'

const inputArgs = ['-protocol_whitelist', 'file', '-format_whitelist', formats] as const

/** What a file says of its size at the beginning may change in the middle of it. */
export const decodingArgs = ['-max_pixels', String(videoLimits.pixels), ...inputArgs] as const

interface ProbeStream {
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  start_time?: string
  duration?: string
  disposition?: Record<string, number>
  tags?: Record<string, string>
  side_data_list?: { rotation?: number }[]
}

/** Looks into a file. Throws VideoRefusal when it is no video that can be shown. */
export async function probeVideo(ffprobe: string, path: string, signal?: AbortSignal): Promise<VideoFacts> {
  const { streams, format } = await probe(ffprobe, path, signal)
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic)
  if (!video) throw new VideoRefusal('media.video_fault_no_video')
  const { duration, soundAfter } = toldLength(format, video) ?? (await measuredLength(ffprobe, path, signal))
  if (!video.width || !video.height || duration <= 0) throw new VideoRefusal('media.video_fault_damaged')
  if (duration > videoLimits.seconds) throw new VideoRefusal('media.video_fault_too_long')
  const { width, height } = shownSize(video)
  if (Math.max(width, height) > videoLimits.side || width * height > videoLimits.pixels) {
    throw new VideoRefusal('media.video_fault_too_large')
  }
  return {
    duration,
    width,
    height,
    rate: fraction(video.avg_frame_rate) || fraction(video.r_frame_rate) || 25,
    hasAudio: streams.some((stream) => stream.codec_type === 'audio' && stream.codec_name !== undefined),
    soundAfter,
  }
}

type Length = Pick<VideoFacts, 'duration' | 'soundAfter'>

/** As the head of the file says it; null where it says nothing. */
function toldLength(format: ProbeFormat, video: ProbeStream): Length | null {
  const duration = Number(format.duration ?? video.duration)
  if (!Number.isFinite(duration)) return null
  const start = Number(format.start_time ?? 0)
  const pictures = Number(video.duration ?? secondsOf(video.tags?.DURATION) ?? duration)
  const last = Number(video.start_time ?? start) + pictures
  return { duration, soundAfter: Math.max(0, start + duration - last) || 0 }
}

/** `00:01:05.480000000`, as Matroska writes it. */
function secondsOf(clock: string | undefined): number | undefined {
  const found = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(clock ?? '')
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : undefined
}

/** A recording that was written while it went on, as browsers do, has no length in its head: all of it is looked at. */
async function measuredLength(ffprobe: string, path: string, signal?: AbortSignal): Promise<Length> {
  let first = Number.POSITIVE_INFINITY
  const last = { video: 0, audio: 0 }
  const onLine = (line: string) => {
    const [kind = '', at, length] = line.split(',')
    if ((kind !== 'video' && kind !== 'audio') || !Number.isFinite(Number(at))) return
    first = Math.min(first, Number(at))
    last[kind] = Math.max(last[kind], Number(at) + (Number(length) || 0))
  }
  const entries = 'packet=codec_type,pts_time,duration_time'
  const args = ['-v', 'error', ...inputArgs, '-show_entries', entries, '-of', 'csv=p=0', path]
  await runProbe(ffprobe, args, { signal, silentMs: 60_000, longestMs: 600_000, onLine })
  const duration = Math.max(last.video, last.audio) - first
  return { duration: Number.isFinite(duration) ? duration : 0, soundAfter: Math.max(0, last.audio - last.video) }
}

interface ProbeFormat {
  start_time?: string
  duration?: string
}

async function probe(ffprobe: string, path: string, signal?: AbortSignal) {
  const args = ['-v', 'error', ...inputArgs, '-show_streams', '-show_format', '-of', 'json', path]
  const text = await runProbe(ffprobe, args, { signal, silentMs: 60_000, longestMs: 120_000 })
  const found = JSON.parse(text) as { streams?: ProbeStream[]; format?: ProbeFormat }
  return { streams: found.streams ?? [], format: found.format ?? {} }
}

async function runProbe(ffprobe: string, args: readonly string[], options: RunOptions): Promise<string> {
  try {
    return await runProgram(ffprobe, args, options)
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) throw cause
    const isOther = /Invalid data found|not on whitelist|not allowed|Unknown format/i.test(cause.message)
    const isCut = /moov atom not found|truncat|End of file|EBML header/i.test(cause.message)
    const fault = isCut || !isOther ? 'media.video_fault_damaged' : 'media.video_fault_not_video'
    throw new VideoRefusal(fault, { cause })
  }
}

function shownSize({ width = 0, height = 0, sample_aspect_ratio, side_data_list, tags }: ProbeStream) {
  const stretch = fraction(sample_aspect_ratio?.replace(':', '/')) || 1
  const turned = side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? Number(tags?.rotate ?? 0)
  const wide = Math.max(2, Math.round(width * stretch))
  return Math.abs(turned) % 180 === 90 ? { width: height, height: wide } : { width: wide, height }
}

function fraction(text: string | undefined): number {
  const [above = 0, below = 1] = (text ?? '').split('/').map(Number)
  const value = above / below
  return Number.isFinite(value) ? value : 0
}
