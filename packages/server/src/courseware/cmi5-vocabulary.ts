const extension = 'https://w3id.org/xapi/cmi5/context/extensions'
const category = 'https://w3id.org/xapi/cmi5/context/categories'

/** The names of cmi5 (its specification, 9.3 to 9.6). */
export const cmi5 = {
  launched: 'http://adlnet.gov/expapi/verbs/launched',
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
  voided: 'http://adlnet.gov/expapi/verbs/voided',
  abandoned: 'https://w3id.org/xapi/adl/verbs/abandoned',
  waived: 'https://w3id.org/xapi/adl/verbs/waived',
  satisfied: 'https://w3id.org/xapi/adl/verbs/satisfied',
  category: `${category}/cmi5`,
  moveOnCategory: `${category}/moveon`,
  sessionId: `${extension}/sessionid`,
  masteryScore: `${extension}/masteryscore`,
  launchMode: `${extension}/launchmode`,
  launchUrl: `${extension}/launchurl`,
  launchParameters: `${extension}/launchparameters`,
  moveOn: `${extension}/moveon`,
  reason: 'https://w3id.org/xapi/cmi5/result/extensions/reason',
  block: 'https://w3id.org/xapi/cmi5/activitytype/block',
  course: 'https://w3id.org/xapi/cmi5/activitytype/course',
  launchData: 'LMS.LaunchData',
  preferences: 'cmi5LearnerPreferences',
} as const
