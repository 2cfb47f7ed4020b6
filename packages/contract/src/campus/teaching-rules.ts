/** The most that a learner writes who raises a hand. */
export const mostQuestionCharacters = 300

/** How often an open page says that it is there. A page that is hidden may come to it once a minute. */
export const placeBeatMs = 30_000
