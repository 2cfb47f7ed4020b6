import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { event } from '../event.ts'

/** What visitors see of a page that editors made: one language of it, or its address. */
export const cmsChanged = event(
  'cms_changed',
  'page/:namespace/:slug',
  object({ namespace: Type.String(), slug: Type.String(), locale: Type.String() }),
)
