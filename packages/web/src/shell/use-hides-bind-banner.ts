import { useRouteLoaderData } from 'react-router'
import { useOwn } from '#kit/visit.tsx'

/** Whether something else has to be said first, or the banner was put away; undefined where nothing is known. */
export function useHidesBindBanner(): boolean | undefined {
  return useOwn('root', useRouteLoaderData<{ hidesBindBanner?: boolean }>('root'))?.hidesBindBanner
}
