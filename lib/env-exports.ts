import path from 'node:path'
import { type Bucket, readBucket } from './env-bucket'
import type { Wrong } from './env-parts'

export interface ExportSettings {
  /** The directory below which scheduled exports may write; null: they write to no directory. */
  exportDir: string | null
  /** The bucket that scheduled exports may write to; null: none. */
  exportBucket: Bucket | null
}

export const exportVariables = [
  'EXPORT_DIR',
  'EXPORT_S3_URL',
  'EXPORT_S3_REGION',
  'EXPORT_S3_KEY_ID',
  'EXPORT_S3_SECRET',
] as const
type Environment = Partial<Record<(typeof exportVariables)[number], string | undefined>>

/** Where schedules may put their files, in addition to addresses that accept a PUT. */
export function readExports(env: Environment, wrong: Wrong): ExportSettings {
  const { EXPORT_DIR: dir } = env
  const isBucket = exportVariables.some((name) => name !== 'EXPORT_DIR' && env[name] !== undefined)
  return {
    exportDir: dir === undefined ? null : path.resolve(/* turbopackIgnore: true */ dir),
    exportBucket: isBucket ? readBucket(env, { prefix: 'EXPORT_S3', neededBy: 'a bucket for exports' }, wrong) : null,
  }
}
