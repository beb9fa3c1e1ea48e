import { type Bucket, readBucket } from './env-bucket'
import type { Wrong } from './env-parts'

export interface ThumbnailSettings {
  /** Where consoles share thumbnails; null: each console keeps its own. */
  thumbnailBucket: Bucket | null
}

export const thumbnailVariables = [
  'THUMBNAIL_STORE',
  'THUMBNAIL_S3_URL',
  'THUMBNAIL_S3_REGION',
  'THUMBNAIL_S3_KEY_ID',
  'THUMBNAIL_S3_SECRET',
] as const
type Environment = Partial<Record<(typeof thumbnailVariables)[number], string | undefined>>

export function readThumbnails(env: Environment, wrong: Wrong): ThumbnailSettings {
  const store = env.THUMBNAIL_STORE ?? 'file'
  if (store !== 'file' && store !== 's3') wrong('THUMBNAIL_STORE', 'is neither file nor s3')
  if (store !== 's3') {
    for (const name of thumbnailVariables)
      if (name !== 'THUMBNAIL_STORE' && env[name] !== undefined) wrong(name, 'is set without THUMBNAIL_STORE=s3')
    return { thumbnailBucket: null }
  }
  const bucket = { prefix: 'THUMBNAIL_S3', neededBy: 'THUMBNAIL_STORE=s3' } as const
  return { thumbnailBucket: readBucket(env, bucket, wrong) }
}
