import { route } from '@/lib/http/route'
import { claimInspection, releaseClaim } from '@/lib/review/claims'
import { endedClaim, newClaim, reviewClaim } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Claim an inspection, so that others see that you are reviewing it',
    access: 'reviews:write',
    body: newClaim,
    answer: reviewClaim,
  },
  ({ actor, body }) => claimInspection(actor, body),
)

export const DELETE = route(
  { summary: 'Release a claim on an inspection', access: 'reviews:write', body: endedClaim },
  ({ actor, body }) => releaseClaim(actor, body),
)
