import type authoring from '@lantern/contract/messages/zh_CN/authoring.json'
import type campus from '@lantern/contract/messages/zh_CN/campus.json'
import type catalog from '@lantern/contract/messages/zh_CN/catalog.json'
import type certificates from '@lantern/contract/messages/zh_CN/certificates.json'
import type cms from '@lantern/contract/messages/zh_CN/cms.json'
import type commerce from '@lantern/contract/messages/zh_CN/commerce.json'
import type community from '@lantern/contract/messages/zh_CN/community.json'
import type courseware from '@lantern/contract/messages/zh_CN/courseware.json'
import type documents from '@lantern/contract/messages/zh_CN/documents.json'
import type editor from '@lantern/contract/messages/zh_CN/editor.json'
import type identity from '@lantern/contract/messages/zh_CN/identity.json'
import type kit from '@lantern/contract/messages/zh_CN/kit.json'
import type learning from '@lantern/contract/messages/zh_CN/learning.json'
import type live from '@lantern/contract/messages/zh_CN/live.json'
import type lti from '@lantern/contract/messages/zh_CN/lti.json'
import type media from '@lantern/contract/messages/zh_CN/media.json'
import type notifications from '@lantern/contract/messages/zh_CN/notifications.json'
import type paths from '@lantern/contract/messages/zh_CN/paths.json'
import type quiz from '@lantern/contract/messages/zh_CN/quiz.json'
import type rosters from '@lantern/contract/messages/zh_CN/rosters.json'
import type search from '@lantern/contract/messages/zh_CN/search.json'
import type shell from '@lantern/contract/messages/zh_CN/shell.json'
import type tokens from '@lantern/contract/messages/zh_CN/tokens.json'
import type ui from '@lantern/contract/messages/zh_CN/ui.json'
import type webhooks from '@lantern/contract/messages/zh_CN/webhooks.json'

/** Every key a page may speak: the catalogue itself is the list, so a key that does not exist does not compile. */
export type MessageKey =
  | keyof typeof kit
  | keyof typeof ui
  | keyof typeof shell
  | keyof typeof identity
  | keyof typeof catalog
  | keyof typeof search
  | keyof typeof learning
  | keyof typeof quiz
  | keyof typeof media
  | keyof typeof documents
  | keyof typeof editor
  | keyof typeof live
  | keyof typeof authoring
  | keyof typeof cms
  | keyof typeof commerce
  | keyof typeof notifications
  | keyof typeof community
  | keyof typeof campus
  | keyof typeof courseware
  | keyof typeof lti
  | keyof typeof rosters
  | keyof typeof paths
  | keyof typeof certificates
  | keyof typeof tokens
  | keyof typeof webhooks
