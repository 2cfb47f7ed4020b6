import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { getOrganisationSettings, saveOrganisationSettings } from '@lantern/contract/identity/organisation-settings.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

async function member(id: string, role: 'admin' | 'educator') {
  const person = await site.user()
  const row = { organisation_id: id, user_id: person.id, role, began_at: site.clock.now() }
  await site.db.insertInto('memberships').values(row).execute()
  return person
}

test('admins give their organisation a name and a clock; what changes nothing is not written down', async () => {
  const id = await buildOrganisation(site.db, 'og_settings')
  const params = { id }
  const head = await member(id, 'admin')
  const body = { name: ' 云帆学院 ', timeZone: 'Asia/Tokyo' }
  for (let time = 0; time < 2; time++) {
    expect((await head.call(saveOrganisationSettings, { params, body })).result).toEqual({
      name: '云帆学院',
      timeZone: 'Asia/Tokyo',
    })
  }
  expect((await head.call(getOrganisationSettings, { params })).result.name).toBe('云帆学院')
  const { entries } = (await head.call(listAudit, { params, query: {} })).result
  expect(entries.map(({ act }) => act)).toEqual(['organisation_changed'])
})

test.each([
  ['name', { name: '  ', timeZone: 'Asia/Tokyo' }],
  ['timeZone', { name: '学院', timeZone: 'Mars/Base' }],
])('a wrong %s is refused at its field', async (field, body) => {
  const id = await buildOrganisation(site.db, `og_wrong_${field.toLowerCase()}`)
  const { status, result } = await (await member(id, 'admin')).call(saveOrganisationSettings, { params: { id }, body })
  expect([status, result.details?.[0]?.field]).toEqual([400, field])
})

test('teachers neither read nor change them, and for others the organisation is not there', async () => {
  const id = await buildOrganisation(site.db, 'og_settings_of_others')
  const body = { name: '别的', timeZone: 'UTC' }
  const asks = async (person: Awaited<ReturnType<typeof member>>) => [
    (await person.call(getOrganisationSettings, { params: { id } })).status,
    (await person.call(saveOrganisationSettings, { params: { id }, body })).status,
  ]
  expect([await asks(await member(id, 'educator')), await asks(await site.user())]).toEqual([
    [403, 403],
    [404, 404],
  ])
})
