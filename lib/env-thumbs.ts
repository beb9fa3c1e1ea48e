import { parseUrl, type Wrong } from './env-parts'

/** A bucket of an S3-compatible storage. */
export interface ThumbnailBucket {
  /** Address of the bucket, with a path below it if there is one, without a slash at the end. */
  url: string
  region: string
  keyId: string
  secret: string
}

export interface ThumbnailSettings {
  /** Where consoles share thumbnails; null: each keeps its own. */
  thumbnailBucket: ThumbnailBucket | null
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
  for (const name of ['THUMBNAIL_S3_URL', 'THUMBNAIL_S3_KEY_ID', 'THUMBNAIL_S3_SECRET'] as const)
    if (env[name] === undefined) wrong(name, 'is missing: THUMBNAIL_STORE=s3 needs it')
  const { THUMBNAIL_S3_URL: address = '', THUMBNAIL_S3_KEY_ID: keyId = '', THUMBNAIL_S3_SECRET: secret = '' } = env
  const url = parseUrl(address, ['https:', 'http:'])
  if (address !== '' && (url === null || url.search !== '' || url.username !== ''))
    wrong('THUMBNAIL_S3_URL', 'is not the http or https address of a bucket')
  const region = env.THUMBNAIL_S3_REGION ?? 'us-east-1'
  return { thumbnailBucket: { url: url?.href.replace(/\/+$/, '') ?? '', region, keyId, secret } }
}
