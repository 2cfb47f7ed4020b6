/** What fails beside the page's work, by its own name in the log. */
export function logFailure(scope: 'campus_progress' | 'live_status', error: unknown): void {
  console.error(`${scope}: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`)
}
