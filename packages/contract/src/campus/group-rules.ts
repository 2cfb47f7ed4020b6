export const mostGroups = 100
export const mostGroupNameCharacters = 60
/** Learners that an assignment can name one by one. */
export const mostPickedPeople = 200
