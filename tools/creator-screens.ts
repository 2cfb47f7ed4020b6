import type { Screen } from './screens.ts'

// Where authors work.

const creator = '13800000002'
const campusCreator = '13800000005'
/** A learning admin, who may edit everything. */
const editor = '13800000004'

export const creatorScreens: Screen[] = [
  { name: 'media-library', path: '/creator/media', phone: creator },
  { name: 'creator-dashboard', path: '/creator/dashboard', phone: creator },
  { name: 'campus-dashboard-empty', path: '/campus/creator/dashboard', phone: campusCreator },
  { name: 'new-tutorial', path: '/tutorial/0/new', phone: creator },
  { name: 'edit-tutorial-general', path: 'own:tutorial:0:/{type}/{id}/edit?tab=g', phone: creator },
  { name: 'edit-tutorial-steps', path: 'own:tutorial:0:/{type}/{id}/edit?tab=s', phone: creator },
  { name: 'edit-tutorial-details', path: 'own:tutorial:0:/{type}/{id}/edit?tab=d', phone: creator },
  { name: 'edit-quiz-questions', path: 'own:quiz:0:/{type}/{id}/edit?tab=q', phone: editor },
  { name: 'edit-quiz-details', path: 'own:quiz:0:/{type}/{id}/edit?tab=d', phone: editor },
  { name: 'edit-course-contents', path: 'own:course:0:/{type}/{id}/edit?tab=c', phone: editor },
  { name: 'edit-course-details', path: 'own:course:0:/{type}/{id}/edit?tab=d', phone: editor },
  { name: 'insights-tutorial', path: 'own:tutorial:0:/creator/insights/{id}', phone: creator },
  { name: 'insights-quiz', path: 'own:quiz:0:/creator/insights/{id}', phone: editor },
  { name: 'featured', path: '/creator/featured', phone: editor },
]
