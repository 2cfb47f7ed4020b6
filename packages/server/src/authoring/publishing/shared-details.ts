import type { LiveSessionDetails, OutlineDetails, TutorialDetails } from '@lantern/contract/authoring/forms.ts'

/** What an item takes over as it stands in its details, of every type but the quiz. */
export function sharedDetails(details: TutorialDetails | OutlineDetails | LiveSessionDetails) {
  const { tagIds, topicIds, industryIds, packageIds, materials, hidden, premium } = details
  return { tagIds, topicIds, industryIds, packageIds, materials, hidden, premium }
}
