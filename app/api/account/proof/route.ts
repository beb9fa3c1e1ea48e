import { authContext } from '@/lib/auth/session'
import { AppError } from '@/lib/errors'
import { readProofWays } from '@/lib/factors/data'
import { proof, proofWays } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { prove } from '@/lib/sign-in/proof'
import { serverText } from '@/lib/server-text'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the ways to confirm your identity',
    access: 'signed-in',
    callers: 'people',
    answer: proofWays,
  },
  ({ actor }) => readProofWays(authContext().db, actor.userId),
)

export const POST = route(
  {
    summary: 'Confirm your identity for sensitive changes in the next 10 minutes',
    access: 'signed-in',
    callers: 'people',
    body: proof,
  },
  async ({ actor, session, body, request }) => {
    if (session === null) throw new AppError('unauthenticated', serverText('common.signInAgain'))
    await prove(authContext(), request.headers, { actor, session }, body)
  },
)
