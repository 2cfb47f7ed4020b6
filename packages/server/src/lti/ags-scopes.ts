// Scopes of the services that go with a launch.

export const scoreScope = 'https://purl.imsglobal.org/spec/lti-ags/scope/score'
export const lineItemScope = 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem'
export const readLineItemScope = `${lineItemScope}.readonly`
export const resultScope = 'https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly'
export const membersScope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
