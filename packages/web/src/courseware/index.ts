import { later, lazyPart } from '#kit/later.tsx'

export { ClassPackages } from './class-packages.tsx'
export { PackagePage } from './package-page.tsx'

/** For the few who open that tab of an organisation. */
export const PackagesTab = later(async () => (await import('./packages-tab.tsx')).PackagesTab)

/** With the player, which begins by itself. */
export const PlayPage = lazyPart(async () => ({ default: (await import('./play-page.tsx')).PlayPage }))
