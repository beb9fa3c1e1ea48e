import { parseUrl, type Wrong } from './env-parts'

/** A bucket of an S3-compatible storage. */
export interface Bucket {
  /** Address of the bucket, with a path below it if there is one, without a slash at the end. */
  url: string
  region: string
  keyId: string
  secret: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the bucket of a prefix. `neededBy` names the setting that makes it necessary. */
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
