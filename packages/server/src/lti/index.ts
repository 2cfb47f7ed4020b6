export { ltiPersonalData } from './personal-data.ts'
export { savePlatform } from './platforms.ts'
export { ltiRoutes } from './routes.ts'
export { keepLti } from './upkeep.ts'
