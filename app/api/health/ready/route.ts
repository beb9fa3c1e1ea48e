import { requireReady } from '@/lib/system/readiness'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

/** Shows that the console can serve people. */
export const GET = route({ summary: 'Check whether the console can serve requests', access: 'public' }, async () => {
  await requireReady()
  return { status: 'ready' }
})
