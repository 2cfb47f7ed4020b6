import { expect, test } from 'vitest'
import {
  type Access,
  contentLanguages,
  type Group,
  type GroupMember,
  groups,
  isAdmin,
  isAnyLanguageEditor,
  isAnyLanguageLearnAdmin,
  isCampusAdmin,
  isCampusCreator,
  isCnAdmin,
  isCnCreator,
  isGroup,
  isLearnAdmin,
  isLearnCreator,
  isLearnEditor,
  isLearnModerator,
  isLocalAdminOrEditor,
  isSuperAdmin,
  mayAccess,
  plainLearner,
  type SignedIn,
  type Viewer,
} from './roles.ts'

const languages = ['en', 'zh', 'ja', 'ko', 'ru', 'es', 'fr', 'de', 'pt']
const admins = languages.map((language) => `learn_admin_${language}`)
const editors = languages.map((language) => `learn_editor_${language}`)

/** Every group that, alone, makes the check true. */
function groupsPassing(check: (member: GroupMember) => boolean): string[] {
  return groups.filter((group) => check({ groups: [group] })).sort()
}

function member(...held: Group[]): SignedIn {
  return { ...plainLearner({ id: 'u_1', name: 'Ada' }), groups: held }
}

test('the groups are nine and an admin and an editor of each of nine languages', () => {
  expect(groups).toHaveLength(9 + 2 * 9)
  for (const name of ['campus_admin', 'learn_creator_zh', 'learn_admin_pt', 'learn_editor_ko']) {
    expect(isGroup(name)).toBe(true)
  }
  for (const name of ['learn_admin_xx', 'learn_creator_en', 'Admin', '', 'constructor'])
    expect(isGroup(name)).toBe(false)
})

test('a super admin is in super_admin and nobody else is one [PLAT-016]', () => {
  expect(groupsPassing(isSuperAdmin)).toEqual(['super_admin'])
})

test('admins are super admins and admins only [PLAT-017]', () => {
  expect(groupsPassing(isAdmin)).toEqual(['admin', 'super_admin'])
})

test('a learn admin is in the base group, not in one of a language [PLAT-018]', () => {
  expect(groupsPassing(isLearnAdmin)).toEqual(['learn_admin'])
})

test('a learn admin of any language counts with the base group [PLAT-019]', () => {
  expect(groupsPassing(isAnyLanguageLearnAdmin)).toEqual(['learn_admin', ...admins].sort())
})

test('creators are the creator groups, any admin and any editor, and no campus group [PLAT-020]', () => {
  expect(groupsPassing(isLearnCreator)).toEqual(
    [
      'admin',
      'learn_admin',
      'learn_creator',
      'learn_creator_zh',
      'learn_editor',
      'super_admin',
      ...admins,
      ...editors,
    ].sort(),
  )
})

test('moderators are moderator, learn admin and learn editor, literally [PLAT-021]', () => {
  expect(groupsPassing(isLearnModerator)).toEqual(['learn_admin', 'learn_editor', 'learn_moderator'])
})

test('a learn editor is in the base group [PLAT-022]', () => {
  expect(groupsPassing(isLearnEditor)).toEqual(['learn_editor'])
})

test('an editor of any language counts with the base group [PLAT-023]', () => {
  expect(groupsPassing(isAnyLanguageEditor)).toEqual(['learn_editor', ...editors].sort())
})

test('a local check is true for the admin or editor of exactly that language', () => {
  for (const language of contentLanguages) {
    expect(groupsPassing((one) => isLocalAdminOrEditor(one, language))).toEqual([
      `learn_admin_${language}`,
      `learn_editor_${language}`,
    ])
  }
})

test('CN creators are learn_creator_zh and learn admins [PLAT-025]', () => {
  expect(groupsPassing(isCnCreator)).toEqual(['learn_admin', 'learn_creator_zh'])
})

test('CN admins are the learning admins of zh and of everything [PLAT-026]', () => {
  expect(groupsPassing(isCnAdmin)).toEqual(['learn_admin', 'learn_admin_zh'])
})

test('campus creators are campus creators and campus admins [PLAT-027]', () => {
  expect(groupsPassing(isCampusCreator)).toEqual(['campus_admin', 'campus_creator'])
})

test('a campus admin is in campus_admin [PLAT-028]', () => {
  expect(groupsPassing(isCampusAdmin)).toEqual(['campus_admin'])
})

test('each audience may go where it belongs and nowhere else [PLAT-003]', () => {
  const guest: Viewer = { kind: 'guest' }
  const allowed = (viewer: Viewer) =>
    (['public', 'learner', 'creator', 'moderator', 'learnAdmin', 'admin', 'campusCreator'] satisfies Access[]).filter(
      (access) => mayAccess(viewer, access),
    )
  expect(allowed(guest)).toEqual(['public'])
  expect(allowed(member())).toEqual(['public', 'learner'])
  expect(allowed(member('learn_creator'))).toEqual(['public', 'learner', 'creator'])
  expect(allowed(member('learn_moderator'))).toEqual(['public', 'learner', 'moderator'])
  expect(allowed(member('learn_admin'))).toEqual(['public', 'learner', 'creator', 'moderator', 'learnAdmin'])
  expect(allowed(member('super_admin'))).toEqual(['public', 'learner', 'creator', 'admin'])
  expect(allowed(member('campus_creator'))).toEqual(['public', 'learner', 'campusCreator'])
})

test('a suspended person is a guest wherever it counts', () => {
  const suspended: Viewer = {
    kind: 'guest',
    accountStatus: { suspend: true, suspendReason: 'spam', suspendUtil: '2027-01-01T00:00:00.000Z' },
  }
  expect(mayAccess(suspended, 'learner')).toBe(false)
  expect(mayAccess(suspended, 'public')).toBe(true)
})

test('what needs a verified name is closed until the name is verified', () => {
  expect(mayAccess(member(), 'verified')).toBe(false)
  expect(mayAccess({ ...member(), isRealName: true }, 'verified')).toBe(true)
})
