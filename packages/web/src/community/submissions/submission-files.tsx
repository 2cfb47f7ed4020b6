import type { SubmissionFile } from '@lantern/contract/community/submissions.ts'
import { type ImageFormat, type ImageWidth, imageUrl, widthFor } from '@lantern/contract/media/image-url.ts'
import { useMessages } from '#kit/messages.tsx'
import { BuildFrame, VideoPlayer } from '#media/index.ts'
import { Image, type ImageSource } from '#ui/image.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './submissions.module.css'

/** The files of a submission, one below the other: builds to be started, films, pictures. */
export function SubmissionFiles({ files, title }: { files: readonly SubmissionFile[]; title: string }) {
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <div key={file.id}>
          <FileView file={file} title={title} />
        </div>
      ))}
    </div>
  )
}

function FileView({ file, title }: { file: SubmissionFile; title: string }) {
  const t = useMessages()
  if (file.state === 'failed')
    return <Notice tone="warn">{t('community.submission_refused', { name: file.name })}</Notice>
  if (file.kind === 'webgl' && file.embedUrl !== null) {
    const size = file.build && { packed: file.byteSize, unpacked: file.build.unpackedBytes }
    return <BuildFrame url={file.embedUrl} title={title} {...(size && { size })} />
  }
  if (file.kind === 'video' && file.videoId !== null) return <VideoPlayer id={file.videoId} />
  const picture = pictureOf(file)
  if (picture) return <Image image={picture} alt={file.alt || file.name} sizes="(min-width: 820px) 760px, 100vw" />
  return <Notice>{t('community.submission_making', { name: file.name })}</Notice>
}

function pictureOf({ imageId: id, width, height }: SubmissionFile): ImageSource | null {
  if (id === null || width === null || height === null) return null
  return {
    src: imageUrl(id, widthFor({ width }, 1200), 'webp'),
    width,
    height,
    variant: (wanted, format) => imageUrl(id, wanted as ImageWidth, format as ImageFormat),
  }
}
