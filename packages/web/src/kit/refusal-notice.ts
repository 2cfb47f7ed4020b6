import { later } from './later.tsx'

/** It stands where a posted form was refused; its words about accounts come with it. */
export const RefusalNotice = later(async () => (await import('./refusal.tsx')).Refusal)
