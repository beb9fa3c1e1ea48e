import 'server-only'
import type { ThumbCache } from './thumb-cache'
import { thumbs } from './thumb-instance'

/** What is kept of thumbnails, and how often this process found one there. */
export function readThumbFigures(): ThumbCache['figures'] {
  return thumbs().figures
}
