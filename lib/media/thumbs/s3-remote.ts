import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'
import type { Bucket } from '@/lib/env-bucket'
import { openBucket, type BucketClient } from '@/lib/storage/bucket'
import type { SharedThumbs } from './cache'

/** Short, because people wait for a picture, and the console can create it instead. */
const timeoutMs = 3_000
/** How long a storage is not used after a failure. */
const restMs = 15_000

export interface S3Options {
  bucket: Bucket
  /** Receives each failure. */
  onTrouble: (error: unknown) => void
  clock?: Pick<Clock, 'now'>
}

/** Thumbnails in a bucket that consoles share. Failures of the bucket never fail a request. */
export function createS3Thumbs({ bucket, onTrouble, clock = systemClock }: S3Options): SharedThumbs {
  const client = openBucket(bucket)
  let restsUntil = -Infinity

  const ask = async <Answer>(
    call: (to: BucketClient, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | null> => {
    if (clock.now() < restsUntil) return null
    try {
      return await call(client, AbortSignal.timeout(timeoutMs))
    } catch (error) {
      restsUntil = clock.now() + restMs
      onTrouble(error)
      return null
    }
  }

  return {
    read: (name) => ask((to, signal) => to.get(name, signal)),
    write: async (name, content) => {
      const upload = { body: content, bytes: content.byteLength, type: 'application/octet-stream' }
      await ask((to, signal) => to.put(name, upload, signal))
    },
  }
}
