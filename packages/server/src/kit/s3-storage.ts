import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Config } from './config.ts'
import { checkedKey, type Storage } from './storage.ts'

export function s3Storage(settings: NonNullable<Config['s3']>): Storage {
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
  })
  const at = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) })
  const bodyOf = async (key: string) => {
    try {
      return (await client.send(new GetObjectCommand(at(key)))).Body ?? null
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }
  return {
    async put(key, bytes, contentType) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }))
    },
    async get(key) {
      const body = await bodyOf(key)
      return body ? Buffer.from(await body.transformToByteArray()) : null
    },
    async stream(key) {
      const body = await bodyOf(key)
      return body ? Readable.fromWeb(body.transformToWebStream() as import('node:stream/web').ReadableStream) : null
    },
    async exists(key) {
      try {
        await client.send(new HeadObjectCommand(at(key)))
        return true
      } catch (error) {
        if (error instanceof NotFound) return false
        throw error
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    async *keys() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: settings.bucket })) {
        for (const { Key } of page.Contents ?? []) if (Key) yield Key
      }
    },
  }
}
