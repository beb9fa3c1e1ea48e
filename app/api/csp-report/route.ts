import { readReport } from '@/lib/sign-in/csp-report'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

/** Browsers send what the Content-Security-Policy of a page refused, without our header; so origin is not asked for. */
export const POST = route(
  { summary: 'Take a violation report of a browser', access: 'public', anyOrigin: true },
  ({ request }) => readReport(request),
)
