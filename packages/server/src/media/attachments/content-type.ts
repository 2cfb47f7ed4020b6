import { type AttachmentKind, endingOf, type UploadFault } from '@lantern/contract/media/upload-rules.ts'
import { afterPrologue } from '../svg.ts'

/** As many bytes from the beginning of a file as are looked at. */
export const headBytes = 4100

type Signature = readonly [type: string, bytes: string, offset?: number]

// what files begin with, as Latin letters of the same bytes
const signatures: readonly Signature[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/vnd.adobe.photoshop', '8BPS'],
  ['application/pdf', '%PDF-'],
  ['application/zip', 'PK\x03\x04'],
  ['application/zip', 'PK\x05\x06'],
  ['application/gzip', '\x1f\x8b'],
  ['application/x-7z-compressed', "7z\xbc\xaf'\x1c"],
  ['application/vnd.rar', 'Rar!\x1a\x07'],
  ['application/x-xz', '\xfd7zXZ\0'],
  ['application/x-bzip2', 'BZh'],
  ['application/x-tar', 'ustar', 257],
  ['application/x-ole-storage', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['application/x-blender', 'BLENDER'],
  ['model/x-fbx', 'Kaydara FBX Binary'],
  ['model/gltf-binary', 'glTF'],
  ['audio/flac', 'fLaC'],
  ['audio/mpeg', 'ID3'],
  ['audio/mpeg', '\xff\xfb'],
  ['video/x-flv', 'FLV\x01'],
  ['video/x-ms-wmv', '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['video/mpeg', '\0\0\x01\xba'],
  ['video/mpeg', '\0\0\x01\xb3'],
  ['video/ogg', 'OggS'],
  ['application/x-dosexec', 'MZ'],
  ['application/x-elf', '\x7fELF'],
  ['application/x-mach-binary', '\xfe\xed\xfa\xce'],
  ['application/x-mach-binary', '\xfe\xed\xfa\xcf'],
  ['application/x-mach-binary', '\xce\xfa\xed\xfe'],
  ['application/x-mach-binary', '\xcf\xfa\xed\xfe'],
  ['application/x-mach-binary', '\xca\xfe\xba\xbe'],
]

const programs = new Set([
  'application/x-dosexec',
  'application/x-elf',
  'application/x-mach-binary',
  'text/html',
  'image/svg+xml',
])

/** The type by a file's first bytes, never by its name. */
export function contentTypeOf(head: Buffer): string {
  const text = head.toString('latin1')
  const signed = signatures.find(([, bytes, offset = 0]) => text.startsWith(bytes, offset))
  return signed?.[0] ?? containerType(text) ?? textType(head) ?? 'application/octet-stream'
}

function containerType(text: string): string | null {
  const brand = text.slice(8, 12)
  if (text.startsWith('RIFF')) {
    return { WEBP: 'image/webp', 'AVI ': 'video/x-msvideo', WAVE: 'audio/wav' }[brand] ?? null
  }
  if (text.startsWith('ftyp', 4)) {
    if (brand === 'avif' || brand === 'avis') return 'image/avif'
    if (['heic', 'heix', 'mif1', 'msf1'].includes(brand)) return 'image/heif'
    if (brand.startsWith('M4A')) return 'audio/mp4'
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  // older QuickTime files begin with one of their boxes
  if (['moov', 'mdat', 'wide'].includes(text.slice(4, 8))) return 'video/quicktime'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'video/webm' : 'video/x-matroska'
  if (text.startsWith('G') && text[188] === 'G') return 'video/mp2t'
  if (text[4] === 'G' && text[196] === 'G') return 'video/mp2t'
  return null
}

function textType(head: Buffer): string | null {
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (!isWide && head.some(isNoText)) return null
  const begin = afterPrologue(head.toString('utf8'))
  if (/^<svg[\s>]/i.test(begin)) return 'image/svg+xml'
  if (/^<(!doctype html|html|head|body|script|iframe|meta|title)[\s>]/i.test(begin)) return 'text/html'
  return 'text/plain'
}

/** Control characters that no text has; a tab, line ends, a form feed and an escape may be there. */
function isNoText(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)
}

const archives = ['application/zip']
const office = ['application/zip', 'application/x-ole-storage']
const text = ['text/plain']

/** What a file of this ending has to be. An ending that is not here may hold anything that is allowed at all. */
const expected: Record<string, readonly string[]> = {
  png: ['image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  psd: ['image/vnd.adobe.photoshop'],
  pdf: ['application/pdf'],
  zip: archives,
  docx: office,
  xlsx: office,
  pptx: office,
  doc: office,
  xls: office,
  ppt: office,
  unitypackage: ['application/gzip'],
  gz: ['application/gzip'],
  tgz: ['application/gzip'],
  '7z': ['application/x-7z-compressed'],
  rar: ['application/vnd.rar'],
  mp4: ['video/mp4', 'video/quicktime'],
  mov: ['video/mp4', 'video/quicktime'],
  webm: ['video/webm', 'video/x-matroska'],
  mkv: ['video/webm', 'video/x-matroska'],
  wav: ['audio/wav'],
  flac: ['audio/flac'],
  txt: text,
  md: text,
  csv: text,
  json: text,
  cs: text,
}

/** Why a file of this kind and name must not have this content; null when it may. */
export function contentFault(kind: AttachmentKind, name: string, contentType: string): UploadFault | null {
  if (kind === 'image') return contentType.startsWith('image/') ? null : 'upload_invalid_file'
  if (kind === 'video') return contentType.startsWith('video/') ? null : 'upload_invalid_file'
  if (kind === 'caption') return contentType === 'text/plain' ? null : 'upload_invalid_file'
  if (kind === 'webgl') return contentType === 'application/zip' ? null : 'upload_invalid_file'
  if (kind === 'package') return isPackage(name, contentType) ? null : 'upload_invalid_file'
  if (programs.has(contentType)) return 'upload_forbidden_type'
  const wanted = expected[endingOf(name)]
  return wanted && !wanted.includes(contentType) ? 'upload_invalid_file' : null
}

/** An archive, or the one file that a course structure is. */
function isPackage(name: string, contentType: string): boolean {
  return contentType === (endingOf(name) === 'xml' ? 'text/plain' : 'application/zip')
}
