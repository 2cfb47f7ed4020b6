import { contentLink, type LinkContext, type Linked, type LinkedById, tutorialLink } from '../links.ts'
import { linkVersion, type UnityVersionRange } from './versions.ts'

// Links of what says for which engine versions it holds: they name the one that is read, or else the item's newest.

interface Versioned {
  unityVersionRange: UnityVersionRange
}

/** `contentLink` for a version that the item holds for. */
export function versionedLink(item: Linked & Versioned, context: LinkContext = {}): string {
  return contentLink(item, inVersion(item, context))
}

/** `tutorialLink` for a version that the tutorial holds for. */
export function versionedTutorialLink(item: LinkedById & Versioned, context: LinkContext = {}): string {
  const { id, language, learnOptionType } = item
  return tutorialLink({ id, language, learnOptionType }, inVersion(item, context))
}

function inVersion({ unityVersionRange }: Versioned, context: LinkContext): LinkContext {
  const { uv = null, versions } = context
  // without the list of versions the range cannot be checked: the version comes from a record and is kept
  const version = versions || uv === null ? linkVersion(unityVersionRange, uv, versions ?? []) : uv
  return { ...context, uv: version }
}
