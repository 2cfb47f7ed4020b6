import { useMessages } from '#kit/messages.tsx'

/** 65 → 1:05, 3725 → 1:02:05: the length of a video, with its seconds. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The same in words, for who hears the page. */
export function useSpokenClock(): (seconds: number) => string {
  const t = useMessages()
  return (seconds) => {
    const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
    return t('media.spoken_time', {
      hours: Math.floor(whole / 3600),
      minutes: Math.floor(whole / 60) % 60,
      seconds: whole % 60,
    })
  }
}
