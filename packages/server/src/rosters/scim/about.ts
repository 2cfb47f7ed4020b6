import { groupAttributes, groupSchema, userAttributes, userSchema } from './attributes.ts'
import { scimPath } from './keys.ts'

// What a directory may ask about this side: RFC 7643, sections 5 to 7. The same for everybody.

export const mostResults = 200

export function serviceProviderConfig(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: `${base}/developers`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Key of the organisation',
        description: 'Sent as Authorization: Bearer. An admin makes it on the page of connections.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}${scimPath}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string) {
  return [
    { id: 'User', endpoint: '/Users', description: 'A person', schema: userSchema },
    { id: 'Group', endpoint: '/Groups', description: 'A class', schema: groupSchema },
  ].map((one) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...one,
    name: one.id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}${scimPath}/ResourceTypes/${one.id}` },
  }))
}

export function schemas(base: string) {
  return [
    { id: userSchema, name: 'User', description: 'A person', attributes: userAttributes },
    { id: groupSchema, name: 'Group', description: 'A class', attributes: groupAttributes },
  ].map((one) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}${scimPath}/Schemas/${one.id}` },
  }))
}
