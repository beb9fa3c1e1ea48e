import { parseUrl, type Wrong } from './env-parts'

/** A bucket in S3-compatible storage. */
export interface Bucket {
  /** Address of the bucket, optionally with a path, without a trailing slash. */
  url: string
  region: string
  keyId: string
  secret: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the bucket whose variables begin with a prefix. `neededBy` names the setting that makes the bucket necessary.
 */
export function readBucket(
  env: Environment,
  { prefix, neededBy }: { prefix: 'THUMBNAIL_S3' | 'EXPORT_S3'; neededBy: string },
  wrong: Wrong,
): Bucket {
  for (const part of ['URL', 'KEY_ID', 'SECRET'] as const)
    if (env[`${prefix}_${part}`] === undefined) wrong(`${prefix}_${part}`, `is missing: ${neededBy} needs it`)
  const address = env[`${prefix}_URL`] ?? ''
  const url = parseUrl(address, ['https:', 'http:'])
  if (address !== '' && (url === null || url.search !== '' || url.username !== ''))
    wrong(`${prefix}_URL`, 'is not the http or https address of a bucket')
  return {
    url: url?.href.replace(/\/+$/, '') ?? '',
    region: env[`${prefix}_REGION`] ?? 'us-east-1',
    keyId: env[`${prefix}_KEY_ID`] ?? '',
    secret: env[`${prefix}_SECRET`] ?? '',
  }
}
