import 'server-only'
import type { ThumbCache } from './thumbs/cache'
import { thumbs } from './thumbs/instance'

/** The size of the thumbnail cache, and its hits in this process. */
export function readThumbFigures(): ThumbCache['figures'] {
  return thumbs().figures
}
