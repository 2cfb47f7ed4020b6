// What the application and flows may use of learning paths.

export { followLearning } from './follow-learning.ts'
export { hiddenPaths } from './hidden-paths.ts'
export { beginTest, joinPath } from './path-acts.ts'
export { maySeePath } from './path-rows.ts'
export { pathPersonalData } from './personal-data.ts'
export { pathRoutes } from './routes.ts'
export { savePath } from './save-path.ts'
