// What the application, flows and higher domains may use of what people say to each other and how it is kept civil.

export { speakerPersonalData } from './discussion-data.ts'
export { messageMention, messageReply } from './message-kinds.ts'
export { reporterPersonalData } from './personal-data.ts'
export { tellOfMessages } from './read-marks.ts'
export { communityRoutes } from './routes.ts'
export { saveDiscussion } from './save-discussion.ts'
