import { switchOffQueue } from '@/lib/http/request-queue'
import { configureThrottle } from '@/lib/web/throttle'

// Exists only in the build of the bench, where one person sends as many requests as a thousand people would.
export const dynamic = 'force-dynamic'

export const GET = () => {
  const unlimited = { burst: 1e9, perSecond: 1e9 }
  configureThrottle({ general: unlimited, media: unlimited, thumbs: unlimited })
  switchOffQueue()
  return new Response(null, { status: 204 })
}
