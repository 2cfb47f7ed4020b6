/** Whether this is the browser inside of WeChat. */
export function isInWeixin(): boolean {
  return /MicroMessenger/i.test(navigator.userAgent)
}
