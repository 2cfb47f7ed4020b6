/** The time zone that this browser lives in, as in Asia/Shanghai. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** A moment by the clock of this browser, as a date and time field shows it: 2026-05-01T09:00. Empty for none. */
export function clockTime(moment: string): string {
  const at = Date.parse(moment)
  if (moment === '' || Number.isNaN(at)) return ''
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** What a date and time field says, as a moment. */
export function momentOf(clock: string): string {
  const at = clock === '' ? Number.NaN : new Date(clock).getTime()
  return Number.isNaN(at) ? '' : new Date(at).toISOString()
}

/** What a clock of that time zone shows then, as a date and time field takes it. */
export function clockTimeIn(timeZone: string, moment: Date): string {
  // of all languages Swedish writes the day as such fields do
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment)
  return text.replace(' ', 'T')
}
