import type { HomeTab, SkillLevel } from '@lantern/contract/catalog/item-types.ts'
import type { MessageKey } from '#kit/messages.tsx'

/** The three legs of the path: a level, and the home tab that leads on from it. */
export const pathLegs = [
  { level: 'beginner', tab: 'newToUnity', titleKey: 'catalog.path_beginner', leadKey: 'catalog.path_beginner_lead' },
  {
    level: 'intermediate',
    tab: 'familiarWithUnity',
    titleKey: 'catalog.path_intermediate',
    leadKey: 'catalog.path_intermediate_lead',
  },
  { level: 'advanced', tab: 'powerUser', titleKey: 'catalog.path_advanced', leadKey: 'catalog.path_advanced_lead' },
] as const satisfies readonly { level: SkillLevel; tab: HomeTab; titleKey: MessageKey; leadKey: MessageKey }[]
