/** The most that a teacher writes to the learners of an assignment. */
export const mostNoteCharacters = 500

/** The most that a teacher writes about what a learner did. */
export const mostFeedbackCharacters = 2000

/** Assignments that another one can wait for. */
export const mostPrerequisites = 20
