export interface Owner {
  id: string
  fullName: string
  avatar: string | null
  official: boolean
}

export type OwnerDisplay = { kind: 'self'; name: string; avatar: string | null } | { kind: 'team' }

/** Official authors are shown as themselves; every other owner as the site's own team with its default avatar. */
export function displayedOwner(owner: Owner | undefined): OwnerDisplay {
  return owner?.official ? { kind: 'self', name: owner.fullName, avatar: owner.avatar } : { kind: 'team' }
}
