// What the application, flows and higher domains may use of what people say to each other and how it is kept civil.

export { reporterPersonalData } from './personal-data.ts'
export { communityRoutes } from './routes.ts'
