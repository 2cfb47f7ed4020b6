import type { BundleWish } from '@lantern/contract/commerce/own-bundles.ts'
import { saveOwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import { paidTutorial } from './shop.ts'
import type { Person, TestSite } from './site.ts'

/** Two paid items of the seller, and a bundle of them that is not on sale yet. */
export async function bundleWish(site: TestSite, seller: Person, change: Partial<BundleWish> = {}) {
  const [one, two] = [await paidTutorial(site, seller), await paidTutorial(site, seller)]
  const wish: BundleWish = {
    language: 'zh',
    title: '两件套',
    description: '',
    translations: [],
    coverImageId: null,
    slug: `set-${one.slug}`,
    price: 1500,
    itemIds: [one.id, two.id],
    soldFrom: null,
    soldUntil: null,
    published: false,
    ...change,
  }
  return { one, two, wish }
}

export const saveBundleOf = (person: Person, id: string, seen: string | null, wish: BundleWish) =>
  person.call(saveOwnBundle, { body: { id, seen, ...wish } })
