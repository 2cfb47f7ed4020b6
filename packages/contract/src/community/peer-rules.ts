// Learners who handed in for a step look at each other's work. Pure: the editor, the page and the server hold to it.

/** How many each gives, and how many each submission is meant to get. */
export const peerShare = 2
/** Days in which what was handed out is given. Later it is taken too, but is handed out to another learner as well. */
export const peerDueDays = 3
/** Days after which educators hear of a submission that nobody has said anything about. */
export const peerEducatorDays = 3
/** Characters of Markdown, of each answer. */
export const peerAnswerLength = 2000
/** How many questions the author of a step asks; none: the step has no peer feedback. */
export const peerQuestions = { least: 2, most: 3, length: 200 }
