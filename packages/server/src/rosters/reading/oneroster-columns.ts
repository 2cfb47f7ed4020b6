// The files of OneRoster 1.2 as CSV, column by column, as its specification lists them (1EdTech, OneRoster 1.2 CSV Binding,
// sections 4 and 5). `name!` has to be filled in; behind the colon stands what it holds: nothing is any text, `@file` the sourcedId of a
// record of that file, `a|b` one of these words, with `*` also one of the provider's own, `[]` several with commas between them.

const record = 'sourcedId!:id status dateLastModified'

const columns = {
  academicSessions:
    'title! type!:gradingPeriod|semester|schoolYear|term|* startDate!:date endDate!:date parentSourcedId:@academicSessions schoolYear!:year',
  orgs: 'name! type!:department|school|district|local|state|national|* identifier parentSourcedId:@orgs',
  courses:
    'schoolYearSourcedId:@academicSessions title! courseCode grades:[] orgSourcedId!:@orgs subjects:[] subjectCodes:[]',
  classes:
    'title! grades:[] courseSourcedId!:@courses classCode classType!:homeroom|scheduled|* location schoolSourcedId!:@orgs termSourcedIds!:[]@academicSessions subjects:[] subjectCodes:[] periods:[]',
  users:
    'enabledUser!:boolean username! userIds:[]pair givenName! familyName! middleName identifier email sms phone agentSourcedIds:[]@users grades:[] password userMasterIdentifier preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId:@orgs pronouns',
  roles:
    'userSourcedId!:@users roleType!:primary|secondary role!:aide|counselor|districtAdministrator|guardian|parent|principal|proctor|relative|siteAdministrator|student|systemAdministrator|teacher|* beginDate:date endDate:date orgSourcedId!:@orgs userProfileSourcedId:@userProfiles',
  enrollments:
    'classSourcedId!:@classes schoolSourcedId!:@orgs userSourcedId!:@users role!:administrator|proctor|student|teacher|* primary:boolean beginDate:date endDate:date',
  demographics:
    'birthDate:date sex:male|female|unspecified|other|* americanIndianOrAlaskaNative:boolean asian:boolean blackOrAfricanAmerican:boolean nativeHawaiianOrOtherPacificIslander:boolean white:boolean demographicRaceTwoOrMoreRaces:boolean hispanicOrLatinoEthnicity:boolean countryOfBirthCode stateOfBirthAbbreviation cityOfBirth publicSchoolResidenceStatus',
  userProfiles:
    'userSourcedId!:@users profileType! vendorId! applicationId description credentialType! username! password',
  categories: 'title! weight:integer',
  lineItems:
    'title! description assignDate!:date dueDate!:date classSourcedId!:@classes categorySourcedId!:@categories academicSessionSourcedId!:@academicSessions resultValueMin:float resultValueMax:float schoolSourcedId!:@orgs',
  results:
    'lineItemSourcedId!:@lineItems studentSourcedId!:@users scoreStatus!:exempt|fully_graded|not_submitted|partially_graded|submitted|* score:float scoreDate!:date comment textScore classSourcedId:@classes inProgress:boolean incomplete:boolean late:boolean missing:boolean',
  scoreScales:
    'title! type! orgSourcedId!:@orgs courseSourcedId!:@courses classSourcedId!:@classes scoreScaleValue!:[]pair',
  lineItemLearningObjectiveIds: 'lineItemSourcedId!:@lineItems source!:case|unknown|* learningObjectiveId!',
  lineItemScoreScales: 'title lineItemSourcedId!:@lineItems scoreScaleSourcedId!:@scoreScales',
  resultLearningObjectiveIds:
    'resultSourcedId!:@results source!:case|unknown|* learningObjectiveId! score:float textScore',
  resultScoreScales: 'title resultSourcedId!:@results scoreScaleSourcedId!:@scoreScales',
  resources:
    'vendorResourceId! title roles:[]administrator|aide|guardian|parent|proctor|relative|student|teacher|* importance:primary|secondary vendorId applicationId',
  classResources: 'title classSourcedId!:@classes resourceSourcedId!:@resources',
  courseResources: 'title courseSourcedId!:@courses resourceSourcedId!:@resources',
  userResources: 'userSourcedId!:@users orgSourcedId:@orgs classSourcedId:@classes resourceSourcedId!:@resources',
} as const

export type OneRosterFile = keyof typeof columns

export interface OneRosterColumn {
  name: string
  isRequired: boolean
  isList: boolean
  /** `text`, `id`, `date`, `year`, `integer`, `float`, `boolean`, `pair`, or null where words or a file say it. */
  type: string | null
  /** Words that may stand here. */
  words: readonly string[]
  /** Others too, as `ext:…`. */
  isOpen: boolean
  /** The file whose records are named. */
  target: OneRosterFile | null
}

export const oneRosterFiles = Object.keys(columns) as OneRosterFile[]

export const columnsOf = Object.fromEntries(
  Object.entries(columns).map(([file, list]) => [file, `${record} ${list}`.split(' ').map(columnFrom)]),
) as unknown as Record<OneRosterFile, OneRosterColumn[]>

function columnFrom(text: string): OneRosterColumn {
  const [, name = '', required, list, kind = ''] = /^(\w+)(!?)(?::(\[\])?(.*))?$/.exec(text) ?? []
  const words = kind.includes('|') ? kind.split('|') : []
  return {
    name,
    isRequired: required === '!',
    isList: list !== undefined,
    type: words.length > 0 || kind.startsWith('@') ? null : kind || 'text',
    words: words.filter((word) => word !== '*').map((word) => word.replace('_', ' ')),
    isOpen: words.includes('*'),
    target: kind.startsWith('@') ? (kind.slice(1) as OneRosterFile) : null,
  }
}
