import { wireNames } from '@lantern/contract/wire-names.ts'
import { useSearchParams } from 'react-router'

/** The engine version that the page is read for, to be kept on the way to what belongs to it. */
export function useReadVersion(): string | null {
  return useSearchParams()[0].get(wireNames.version)
}
