import { useEffect, useState } from 'react'

/** A time zone as people know it, and how far its clocks are from GMT at that moment. */
export function zoneName(timeZone: string, tag: string, at: Date): string {
  return withOffset(nameOf(timeZone, tag, at) ?? cityOf(timeZone) ?? timeZone, timeZone, tag, at)
}

/** As one of a list, in which zones of the same name are told apart by a city. The city's name is not translated. */
export function zoneLabel(timeZone: string, tag: string, at: Date): string {
  const label = [nameOf(timeZone, tag, at), cityOf(timeZone)].filter(Boolean).join(' · ')
  return withOffset(label || timeZone, timeZone, tag, at)
}

/** One that has no name of its own is called by its offset, which stands behind it anyway. */
function nameOf(timeZone: string, tag: string, at: Date): string | null {
  const name = namePart('longGeneric', timeZone, tag, at)
  return name && !/^(GMT|UTC)\b/.test(name) ? name : null
}

function cityOf(timeZone: string): string | undefined {
  return timeZone.split('/').slice(1).at(-1)?.replaceAll('_', ' ')
}

function withOffset(name: string, timeZone: string, tag: string, at: Date): string {
  return `${name} (${namePart('shortOffset', timeZone, tag, at)})`
}

function namePart(timeZoneName: 'longGeneric' | 'shortOffset', timeZone: string, tag: string, at: Date) {
  return new Intl.DateTimeFormat(tag, { timeZone, timeZoneName })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
}

interface OfferedZone {
  timeZone: string
  label: string
}

/** All time zones by their names on that day; `first` at once, the others in turns, as there are hundreds of them. */
export function useTimeZones(first: readonly string[], tag: string, day: string): readonly OfferedZone[] {
  const [zones, setZones] = useState<readonly OfferedZone[]>(() =>
    [...new Set(first)].map((timeZone) => ({ timeZone, label: labelOn(day, timeZone, tag) })),
  )
  const own = first.join()
  useEffect(() => {
    const waiting = [...new Set([...own.split(','), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    const named: OfferedZone[] = []
    const collator = new Intl.Collator(tag)
    let timer: ReturnType<typeof setTimeout>
    const nameSome = () => {
      for (const timeZone of waiting.splice(0, 30)) named.push({ timeZone, label: labelOn(day, timeZone, tag) })
      if (waiting.length > 0) timer = setTimeout(nameSome)
      else setZones(named.sort((one, other) => collator.compare(one.label, other.label)))
    }
    timer = setTimeout(nameSome)
    return () => clearTimeout(timer)
  }, [own, tag, day])
  return zones
}

function labelOn(day: string, timeZone: string, tag: string): string {
  const noon = new Date(`${day}T12:00:00Z`)
  return zoneLabel(timeZone, tag, Number.isNaN(noon.getTime()) ? new Date() : noon)
}
