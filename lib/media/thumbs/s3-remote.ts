import 'server-only'
import { AwsClient } from 'aws4fetch'
import { systemClock, type Clock } from '@/lib/clock'
import type { ThumbnailBucket } from '@/lib/env-thumbs'
import type { SharedThumbs } from './cache'

/** People wait for a picture, and it can also be made. */
const timeoutMs = 3_000
/** A storage that failed is left alone for so long. */
const restMs = 15_000

export interface S3Options extends ThumbnailBucket {
  /** Receives each failure. */
  onTrouble: (error: unknown) => void
  clock?: Pick<Clock, 'now'>
}

/** Thumbnails in a bucket that consoles share. Like the disk, it fails no request. */
export function createS3Thumbs({
  url,
  region,
  keyId,
  secret,
  onTrouble,
  clock = systemClock,
}: S3Options): SharedThumbs {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  let restsUntil = -Infinity

  const ask = async (name: string, init: RequestInit): Promise<Response | null> => {
    if (clock.now() < restsUntil) return null
    try {
      const response = await client.fetch(`${url}/${name}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      if (response.ok || response.status === 404) return response
      await response.body?.cancel()
      throw new Error(`the storage of thumbnails answered ${init.method} with ${response.status}`)
    } catch (error) {
      restsUntil = clock.now() + restMs
      onTrouble(error)
      return null
    }
  }

  return {
    read: async (name) => {
      const response = await ask(name, { method: 'GET' })
      if (response === null) return null
      const bytes = await response.arrayBuffer().catch(() => null)
      return bytes === null || !response.ok ? null : Buffer.from(bytes)
    },
    write: async (name, content) => {
      const response = await ask(name, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.from(content),
      })
      await response?.body?.cancel()
    },
  }
}
