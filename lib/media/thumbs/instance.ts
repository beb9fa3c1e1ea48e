import 'server-only'
import path from 'node:path'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { ThumbCache } from './cache'
import { createS3Thumbs } from './s3-remote'
import { Thumbs } from './thumbs'

const onTrouble = (error: unknown) => log().warn({ err: error }, 'thumbnails could not be kept')

/** Thumbnails of this process. They are stored in DATA_DIR even if the database is on a server. */
export function thumbs(): Thumbs {
  return processWide('thumbs', () => {
    const { dataDir, thumbnailCacheMb, thumbnailBucket } = settings()
    const cache = new ThumbCache({
      dir: path.join(/* turbopackIgnore: true */ dataDir, 'thumbs'),
      bytesMax: thumbnailCacheMb * 1024 * 1024,
      shared: thumbnailBucket === null ? null : createS3Thumbs({ bucket: thumbnailBucket, onTrouble }),
      onTrouble,
    })
    // Deletes leftovers of a killed process at the start, before the first write.
    void cache.sweep()
    return new Thumbs({ service, cache })
  })
}
