const key = 'lantern_basic_info'

/** After signing up, the page that is loaded next asks for the rest of the profile. */
export function wishForBasicInfo(): void {
  try {
    sessionStorage.setItem(key, 'true')
  } catch {
    // a browser without storage is asked nothing; the settings have the same form
  }
}

/** Whether the page before wished for it, once. */
export function takeBasicInfoWish(): boolean {
  try {
    const wished = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return wished
  } catch {
    return false
  }
}
