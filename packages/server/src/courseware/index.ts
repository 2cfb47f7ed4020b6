export { importJobs } from './import-package.ts'
export { coursewarePersonalData } from './personal-data.ts'
export { coursewareRoutes } from './routes.ts'
