import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { resumableRoutes } from '../resumable/resumable-routes.ts'
import { buildRoutes } from '../webgl/serve-build.ts'
import { makeOfUploads } from './make-of-upload.ts'
import { forgetFiles } from './remove-attachment.ts'
import { sweepUploadsNightly } from './sweep-uploads.ts'
import { uploadFormRoute } from './upload-form.ts'

export interface UploadGuards {
  /** Counts an upload that begins, and refuses it when there were too many. */
  countUpload(userId: string): Promise<void>
}

/** Everything that takes files in, and the pages that are unpacked from them. */
export async function uploadRoutes(app: App, { countUpload }: UploadGuards): Promise<void> {
  await uploadFormRoute(app, countUpload)
  await resumableRoutes(app, countUpload)
  buildRoutes(app)
}

export function uploadJobs(services: Services): void {
  makeOfUploads(services)
  forgetFiles(services)
  sweepUploadsNightly(services)
}
