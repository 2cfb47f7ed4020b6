// What is kept of people and groups: RFC 7643, sections 4.1, 4.2 and 7. `/Schemas` answers the same tables by which
// requests are read.

export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable'
  returned: 'default' | 'always'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
  referenceTypes?: string[]
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

function attribute(name: string, description: string, change: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...change,
  }
}

function list(name: string, description: string): Attribute {
  return attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The value'),
      attribute('display', 'The value as people read it'),
      attribute('type', 'What it is for, as work'),
      attribute('primary', 'The one that is used', { type: 'boolean' }),
    ],
  })
}

/** Of everything; it stands in no schema. */
export const externalId = attribute('externalId', 'What the directory calls the resource', { caseExact: true })

export const userAttributes: Attribute[] = [
  attribute('userName', 'The name by which the person signs in at the directory', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'The family name'),
      attribute('givenName', 'The given name'),
      attribute('middleName', 'The middle name'),
    ],
  }),
  attribute('displayName', 'The name that is shown'),
  attribute('userType', 'educator and teacher teach; everybody else learns'),
  attribute('active', 'Whether the person belongs to the organisation', { type: 'boolean' }),
  list('emails', 'Mail addresses'),
  list('phoneNumbers', 'Phones'),
  list('roles', 'Roles: educator and teacher teach'),
]

export const groupAttributes: Attribute[] = [
  attribute('displayName', 'The name of the class', { required: true, uniqueness: 'server' }),
  attribute('members', 'The people in the class', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the person', { mutability: 'immutable' }),
      attribute('display', 'The name of the person', { mutability: 'readOnly' }),
      attribute('type', 'User', { mutability: 'immutable' }),
      attribute('$ref', 'The address of the person', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
      }),
    ],
  }),
]

export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((one) => one.name.toLowerCase() === name.toLowerCase())
}
