import {
  askBeforePublishing,
  checkLinks,
  choosePicture,
  compareConflict,
  compareVersions,
  deleteStep,
  importPackage,
  importQuestions,
  openFile,
  openNames,
  openRowMenu,
  playFilm,
  previewFile,
  publishCopy,
  showLibrary,
  showPoster,
  showSteps,
  showTranscript,
  showVersions,
} from './creator-acts.ts'
import { buildPage, checkPage, choosePageBlock } from './page-acts.ts'
import type { Screen } from './screens.ts'

// Where authors work.

const creator = '13800000002'
const campusCreator = '13800000005'
const campusAdmin = '13800000006'
/** A learning admin, who may edit everything. Content made for a picture belongs to this account. */
const editor = '13800000004'

export const creatorScreens: Screen[] = [
  { name: 'media-library', path: '/creator/media', phone: creator },
  { name: 'media-library-filled', path: '/creator/media', phone: editor, act: showLibrary },
  { name: 'media-file', path: '/creator/media', phone: editor, act: openFile },
  { name: 'media-preview', path: '/creator/media', phone: editor, act: previewFile },
  { name: 'player-poster', path: '/creator/media', phone: editor, act: showPoster },
  { name: 'player-captions', path: '/creator/media', phone: editor, act: playFilm },
  { name: 'player-transcript', path: '/creator/media', phone: editor, act: showTranscript },
  { name: 'creator-dashboard', path: '/creator/dashboard', phone: creator },
  { name: 'dashboard-acts', path: '/creator/dashboard', phone: creator, act: openRowMenu },
  { name: 'package-import', path: '/creator/dashboard', phone: editor, act: importPackage },
  { name: 'campus-dashboard', path: '/campus/creator/dashboard', phone: campusCreator },
  { name: 'organisations', path: '/campus/organisation', phone: campusAdmin },
  { name: 'organisation-people', path: '/campus/organisation/og_demo', phone: campusAdmin },
  { name: 'class-progress', path: '/campus/class/kl_demo', phone: campusCreator },
  { name: 'class-assignments', path: '/campus/class/kl_demo?tab=assignments', phone: campusCreator },
  { name: 'class-of-learner', path: '/campus/class/kl_demo', phone: '13800000010' },
  { name: 'organisation-classes', path: '/campus/organisation/og_demo?tab=classes', phone: campusAdmin },
  { name: 'connections', path: '/campus/organisation/og_demo/connections', phone: campusAdmin },
  { name: 'organisation-records', path: '/campus/organisation/og_demo?tab=records', phone: campusAdmin },
  { name: 'new-tutorial', path: '/tutorial/0/new', phone: creator },
  { name: 'edit-tutorial-general', path: 'own:tutorial:0:/{type}/{id}/edit?tab=g', phone: creator },
  { name: 'edit-tutorial-picker', path: 'own:tutorial:0:/{type}/{id}/edit?tab=g', phone: creator, act: choosePicture },
  { name: 'edit-tutorial-steps', path: 'own:tutorial:0:/{type}/{id}/edit?tab=s', phone: creator },
  { name: 'edit-tutorial-step-list', path: 'own:tutorial:0:/{type}/{id}/edit?tab=s', phone: creator, act: showSteps },
  { name: 'edit-tutorial-delete', path: 'own:tutorial:0:/{type}/{id}/edit?tab=s', phone: creator, act: deleteStep },
  { name: 'edit-tutorial-details', path: 'own:tutorial:0:/{type}/{id}/edit?tab=d', phone: creator },
  { name: 'edit-tutorial-links', path: 'own:tutorial:1:/{type}/{id}/edit?tab=d', phone: creator, act: checkLinks },
  { name: 'edit-tutorial-versions', path: 'own:tutorial:0:/{type}/{id}/edit?tab=g', phone: creator, act: showVersions },
  { name: 'edit-tutorial-version', path: '/creator/dashboard', phone: editor, act: compareVersions },
  { name: 'edit-tutorial-conflict', path: '/creator/dashboard', phone: editor, isRefused: true, act: compareConflict },
  { name: 'edit-tutorial-publish', path: '/creator/dashboard', phone: editor, act: askBeforePublishing },
  { name: 'edit-tutorial-published', path: '/creator/dashboard', phone: editor, act: publishCopy },
  { name: 'edit-quiz-questions', path: 'own:quiz:0:/{type}/{id}/edit?tab=q', phone: editor },
  { name: 'edit-quiz-import', path: 'own:quiz:0:/{type}/{id}/edit?tab=q', phone: editor, act: importQuestions },
  { name: 'edit-quiz-details', path: 'own:quiz:0:/{type}/{id}/edit?tab=d', phone: editor },
  { name: 'edit-course-contents', path: 'own:course:0:/{type}/{id}/edit?tab=c', phone: editor },
  { name: 'edit-course-details', path: 'own:course:0:/{type}/{id}/edit?tab=d', phone: editor },
  { name: 'pages', path: '/creator/pages', phone: editor },
  { name: 'page-builder', path: '/creator/pages', phone: editor, act: buildPage },
  { name: 'page-palette', path: '/creator/pages', phone: editor, act: choosePageBlock },
  { name: 'page-check', path: '/creator/pages', phone: editor, act: checkPage },
  { name: 'insights-tutorial', path: 'own:tutorial:real-time-shadows:/creator/insights/{id}', phone: creator },
  { name: 'insights-quiz', path: 'own:quiz:shadows-check:/creator/insights/{id}', phone: creator },
  { name: 'featured', path: '/creator/featured', phone: editor },
  { name: 'edit-tutorial-names', path: 'own:tutorial:0:/{type}/{id}/edit?tab=d', phone: creator, act: openNames },
]
