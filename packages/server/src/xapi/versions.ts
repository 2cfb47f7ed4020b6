/** The versions that the store speaks, by the header of a request. */
export type XapiVersion = '1.0.3' | '2.0.0'

export const xapiVersions: readonly XapiVersion[] = ['1.0.3', '2.0.0']

/** The version that a header of a request or the field of a statement names; null for one that is not spoken. */
export function versionNamed(text: string): XapiVersion | null {
  if (/^1\.0(\.\d+)?$/.test(text)) return '1.0.3'
  return /^2\.0(\.\d+)?$/.test(text) ? '2.0.0' : null
}
