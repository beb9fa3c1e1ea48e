import 'server-only'
import path from 'node:path'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { ThumbCache } from './cache'
import { Thumbs } from './thumbs'

/** Thumbnails of this process, kept under DATA_DIR also when the database is elsewhere. */
export function thumbs(): Thumbs {
  return processWide('thumbs', () => {
    const { dataDir, thumbnailCacheMb } = settings()
    const cache = new ThumbCache({
      dir: path.join(/* turbopackIgnore: true */ dataDir, 'thumbs'),
      bytesMax: thumbnailCacheMb * 1024 * 1024,
      onTrouble: (error) => log().warn({ err: error }, 'thumbnails could not be kept on the disk'),
    })
    // What a killed process left behind goes at the start, not at the first photo that is new.
    void cache.sweep()
    return new Thumbs({ service, cache })
  })
}
