import {
  type ContentLanguage,
  type GroupMember,
  isAdmin,
  isLearnAdmin,
  isLearnEditor,
  isLocalAdminOrEditor,
} from '../roles.ts'

/** Admins, learning admins and editors write pages in every language; those of a language in that one. */
export function mayEditPages(editor: GroupMember, locale: string): boolean {
  if (isAdmin(editor) || isLearnAdmin(editor) || isLearnEditor(editor)) return true
  return isLocalAdminOrEditor(editor, locale.slice(0, 2) as ContentLanguage)
}

/** Names, addresses and removal of a page concern all its languages. */
export function mayManagePages(editor: GroupMember): boolean {
  return isAdmin(editor) || isLearnAdmin(editor)
}
