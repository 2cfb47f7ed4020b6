export { MyOrganisations } from './my-organisations.tsx'
export { membersQuery, readOrganisationChoice } from './organisation-address.ts'
export { OrganisationPage } from './organisation-page.tsx'
