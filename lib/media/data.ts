import 'server-only'
import type { ThumbCache } from './thumbs/cache'
import { thumbs } from './thumbs/instance'

/** The size of the thumbnail cache, and the number of hits in this process. */
export function readThumbFigures(): ThumbCache['figures'] {
  return thumbs().figures
}
