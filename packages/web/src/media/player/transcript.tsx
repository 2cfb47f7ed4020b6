import { type Cue, parseCaptions, spokenText } from '@lantern/contract/media/captions.ts'
import type { Subtitle } from '@lantern/contract/media/videos.ts'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './transcript.module.css'
import { type MediaStore, useMediaFact } from './use-media-store.ts'
import { clockText } from './video-clock.ts'

type TranscriptProps = {
  id: string
  store: MediaStore
  subtitles: readonly Subtitle[]
  /** The language of the captions that are shown; without any the author's default. */
  language: string | null
  onJump: (seconds: number) => void
}

/** Everything that is said: it follows the video, can be searched, and leads to each place. */
export function Transcript({ id, store, subtitles, language, onJump }: TranscriptProps) {
  const t = useMessages()
  const subtitle =
    subtitles.find((one) => one.language === language) ?? subtitles.find((one) => one.default) ?? subtitles[0]
  const { cues, again } = useCues(subtitle?.url)
  const [search, setSearch] = useState('')
  const current = useMediaFact(store, ({ mediaCurrentTime }) => placeOf(cues ?? [], mediaCurrentTime ?? 0))
  const isPlaying = useMediaFact(store, ({ mediaPaused }) => mediaPaused === false)
  const list = useRef<HTMLOListElement>(null)
  const wanted = search.trim().toLocaleLowerCase()
  const found = useMemo(
    () =>
      (cues ?? []).map((cue, at) => ({ ...cue, at })).filter(({ text }) => text.toLocaleLowerCase().includes(wanted)),
    [cues, wanted],
  )
  useEffect(() => {
    // no scrolling while the viewer reads or searches
    if (isPlaying && wanted === '' && !list.current?.contains(document.activeElement)) showLine(list.current, current)
  }, [current, isPlaying, wanted])
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const lines = [...event.currentTarget.querySelectorAll('button')]
    const from = lines.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (to === undefined || from < 0) return
    event.preventDefault()
    lines[Math.min(lines.length - 1, Math.max(0, to))]?.focus()
  }
  const focusable = found.some(({ at }) => at === current) ? current : (found[0]?.at ?? -1)
  return (
    <section className={styles.panel} id={id} aria-label={t('media.transcript')}>
      <div className={styles.head}>
        <TextField
          type="search"
          label={t('media.search_transcript')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p className="small muted" role="status">
          {wanted !== '' && cues && t('media.transcript_found', { count: found.length })}
        </p>
      </div>
      {cues === null && (
        <p className={styles.empty}>
          {t('media.transcript_away')}{' '}
          <Button size="s" onClick={again}>
            {t('media.try_again')}
          </Button>
        </p>
      )}
      <ol ref={list} className={styles.lines} lang={subtitle?.language} onKeyDown={onKeyDown}>
        {found.map(({ at, start, text }) => (
          <li key={at}>
            <button
              type="button"
              className={styles.line}
              data-at={at}
              aria-current={at === current ? 'true' : undefined}
              tabIndex={at === focusable ? 0 : -1}
              onClick={() => onJump(start)}
            >
              <time className={styles.time} dateTime={`PT${Math.floor(start)}S`}>
                {clockText(start)}
              </time>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The words of a file of captions; undefined while they come, null when they do not. */
function useCues(url: string | undefined) {
  const [loaded, setLoaded] = useState<{ url: string; cues: Cue[] | null }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (url === undefined || tries < 0) return
    const leaving = new AbortController()
    fetchCues(url, leaving.signal).then(
      (cues) => setLoaded({ url, cues }),
      () => leaving.signal.aborted || setLoaded({ url, cues: null }),
    )
    return () => leaving.abort()
  }, [url, tries])
  return { cues: loaded?.url === url ? loaded?.cues : undefined, again: () => setTries(tries + 1) }
}

async function fetchCues(url: string, signal: AbortSignal): Promise<Cue[]> {
  const answer = await fetch(url, { credentials: 'same-origin', signal })
  if (!answer.ok) throw new Error(`The captions answered ${answer.status}`)
  const parsed = parseCaptions(await answer.text())
  return 'fault' in parsed ? [] : parsed.cues.map((cue) => ({ ...cue, text: spokenText(cue.text) }))
}

/** The last line that has begun; -1 before the first. */
export function placeOf(cues: readonly Pick<Cue, 'start'>[], seconds: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.start ?? 0) <= seconds + 0.05) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Moves the panel and never the page. */
function showLine(list: HTMLElement | null, at: number): void {
  const line = list?.querySelector<HTMLElement>(`[data-at="${at}"]`)
  if (!list || !line) return
  list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2 + line.clientHeight / 2
}
