import { imageUrl } from '../../media/image-url.ts'

/** The picture on which points are set, and the text around it. */
export interface PictureInText {
  /** The text without it. */
  text: string
  /** Its markup, in the sizes that the server offers. */
  picture: string
  alt: string
}

const wholePicture = /<picture\b[^>]*>[\s\S]*?<\/picture>|<img\b(?:[^"'>]|"[^"]*"|'[^']*')*>/
const image = /<img\b(?:[^"'>]|"[^"]*"|'[^']*')*>/

/** The first picture of a text, which is the one that is asked about; null where there is none. */
export function splitPicture(html: string): PictureInText | null {
  const [picture] = wholePicture.exec(html) ?? []
  if (!picture) return null
  const text = html.replace(picture, '').replace(/<(figure|p)\b[^>]*>\s*<\/\1>/g, '')
  return { text, picture, alt: attributeOf(picture, 'alt') }
}

/** The address and the words of the first picture of a text, be it HTML, the document of an editor or a text of a file. */
export function pictureOf(body: unknown): { src: string; alt: string } | null {
  if (typeof body === 'string') {
    const found = splitPicture(body)
    return found && { src: attributeOf(found.picture, 'src'), alt: found.alt }
  }
  const { text, type, attrs, content } = Object(body) as Record<string, unknown>
  if (typeof text === 'string' && type !== 'text') return pictureOf(text)
  if (type === 'image' || type === 'inlineImage') {
    const { imageId, alt } = Object(attrs) as Record<string, unknown>
    return imageId ? { src: imageUrl(String(imageId), 800, 'webp'), alt: String(alt ?? '') } : null
  }
  for (const child of Array.isArray(content) ? content : []) {
    const found = pictureOf(child)
    if (found) return found
  }
  return null
}

/** Its width and height in pixels, as its markup says; null where it does not. */
export function sizeOfPicture(picture: string): { width: number; height: number } | null {
  const [width, height] = [Number(attributeOf(picture, 'width')), Number(attributeOf(picture, 'height'))]
  return width > 0 && height > 0 ? { width, height } : null
}

function attributeOf(picture: string, name: string): string {
  const [tag = ''] = image.exec(picture) ?? []
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return (found?.[1] ?? found?.[2] ?? '').trim()
}
