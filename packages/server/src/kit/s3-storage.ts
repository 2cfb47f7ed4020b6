import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { Config } from './config.ts'
import { type ByteRange, checkedKey, type Storage } from './storage.ts'

type S3Settings = NonNullable<Config['s3']>

export function s3Client(settings: S3Settings): S3ClientConfig {
  return {
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // trailing checksums are not understood by every S3 there is
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

export function s3Storage(settings: S3Settings): Storage {
  const client = new S3Client(s3Client(settings))
  const at = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) })

  const bodyOf = async (key: string, range?: ByteRange) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      return (await client.send(new GetObjectCommand({ ...at(key), Range }))).Body ?? null
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  const streamOf = async (key: string, range?: ByteRange) => {
    const body = await bodyOf(key, range)
    return body ? Readable.fromWeb(body.transformToWebStream() as import('node:stream/web').ReadableStream) : null
  }

  const sizeOf = async (key: string) => {
    try {
      return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0
    } catch (error) {
      if (error instanceof NotFound) return null
      throw error
    }
  }

  const putStream: Storage['putStream'] = async (key, source, { contentType, byteSize }) => {
    const input = { ...at(key), Body: source, ContentType: contentType, ContentLength: byteSize }
    await client.send(new PutObjectCommand(input))
  }

  return {
    async put(key, bytes, contentType) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }))
    },
    putStream,
    async putFile(key, path, contentType) {
      await putStream(key, createReadStream(path), { contentType, byteSize: (await stat(path)).size })
      await rm(path, { force: true })
    },
    async get(key) {
      const body = await bodyOf(key)
      return body ? Buffer.from(await body.transformToByteArray()) : null
    },
    stream: streamOf,
    size: sizeOf,
    async withFile(key, work) {
      const source = await streamOf(key)
      if (!source) return null
      const folder = await mkdtemp(join(tmpdir(), 'lantern-file-'))
      try {
        const path = join(folder, key.split('/').at(-1) ?? 'file')
        await pipeline(source, createWriteStream(path))
        return await work(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    exists: async (key) => (await sizeOf(key)) !== null,
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async *keys(start) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: settings.bucket, Prefix: start })) {
        for (const { Key } of page.Contents ?? []) if (Key) yield Key
      }
    },
    roomLeft: () => Promise.resolve(null),
  }
}
