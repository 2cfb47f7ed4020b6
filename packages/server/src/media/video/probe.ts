import type { VideoFault } from '@lantern/contract/media/video-rules.ts'
import { ProgramFailed, runProgram } from './ffmpeg.ts'

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
}

export const videoLimits = { side: 8192, pixels: 8192 * 4320, seconds: 12 * 3600, rate: 60 } as const

/**
 * What a file may be, by its content. The formats that point at other files or at addresses (playlists, lists of files)
 * are not among them: they would have this machine read for a stranger what only it may read.
 */
const formats =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,mxf,ivf,m4v,h264,hevc,mp3,wav,aac,flac'

export const inputArgs = ['-protocol_whitelist', 'file', '-format_whitelist', formats] as const

interface ProbeStream {
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
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
  const duration = Number(format.duration ?? video.duration)
  if (!video.width || !video.height || !Number.isFinite(duration) || duration <= 0) {
    throw new VideoRefusal('media.video_fault_damaged')
  }
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
  }
}

async function probe(ffprobe: string, path: string, signal?: AbortSignal) {
  const args = ['-v', 'error', ...inputArgs, '-show_streams', '-show_format', '-of', 'json', path]
  try {
    const text = await runProgram(ffprobe, args, { signal, silentMs: 60_000, longestMs: 120_000 })
    const found = JSON.parse(text) as { streams?: ProbeStream[]; format?: { duration?: string } }
    return { streams: found.streams ?? [], format: found.format ?? {} }
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
