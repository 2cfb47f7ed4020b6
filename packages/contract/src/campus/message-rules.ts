/** The most that a message to a class says in its title and text. */
export const mostTitleCharacters = 80
export const mostMessageCharacters = 1000
