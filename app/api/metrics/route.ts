import { settings } from '@/lib/env'
import { route } from '@/lib/http/route'
import { readMetrics, requireMetricsToken } from '@/lib/metrics/data'

export const dynamic = 'force-dynamic'

/** What Prometheus collects; off unless METRICS_TOKEN is set. */
export const GET = route(
  { summary: 'Get metrics in the Prometheus format', answerType: 'text/plain', access: 'public' },
  async ({ request }) => {
    requireMetricsToken(settings().metricsToken, request.headers.get('authorization'))
    const { text, contentType } = await readMetrics()
    return new Response(text, { headers: { 'content-type': contentType } })
  },
)
