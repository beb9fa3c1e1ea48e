import { readReport } from '@/lib/sign-in/csp-report'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

/** Browsers report here what a page's Content-Security-Policy refused. They omit our header, so any origin may call. */
export const POST = route(
  { summary: 'Receive a violation report from a browser', access: 'public', anyOrigin: true },
  ({ request }) => readReport(request),
)
