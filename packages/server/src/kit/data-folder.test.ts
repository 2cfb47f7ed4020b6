import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('a data folder that cannot be used is named with what to do, also beside a database that lies elsewhere', async () => {
  const file = join(site.dataDir, 'a-file')
  writeFileSync(file, '')
  const said = `${file} cannot be a folder: part of it is a file. Set DATA_DIR to another folder.`
  await expect(testSite({ DATA_DIR: file }, { beside: site })).rejects.toThrow(said)
  // with files in a bucket the folder holds the key alone
  const bucket = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  await expect(testSite({ DATA_DIR: file, ...bucket }, { beside: site })).rejects.toThrow(said)
})
