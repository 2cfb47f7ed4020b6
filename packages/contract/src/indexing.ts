import { wireNames } from './wire-names.ts'

/** What is one person's own. Searches are found as one page: their canonical address carries no words. */
const notFound =
  /^\/(u|settings|notifications|moderation|accountSafety|discount\/[^/]+|personal|pay|payment|order|auth|sign-in|creator|admin|campus|lti|messages\/waiting|app\/?$)(\/|$)|^\/[^/]+\/[^/]+\/(edit|new|hand-in|peer-feedback|attendance)$/

/** Whether search engines may keep this address: no personal page, no search, and nothing that is not published yet. */
export function isForSearchEngines(path: string, search: URLSearchParams): boolean {
  return !notFound.test(path) && !search.has(wireNames.preview)
}

/** The picture that stands beside a shared link of an item; another one after the item changes. */
export function sharePicture(item: { id: string; updatedTime: string }): string {
  return `/media/share/${item.id}/${Date.parse(item.updatedTime).toString(36)}.png`
}

/** The share picture of every other page, in the language of the page. */
export function sitePicture(locale: string): string {
  return `/media/share/site/${locale}.png`
}
