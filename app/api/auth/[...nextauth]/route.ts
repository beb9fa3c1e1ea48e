import { signInForm, signOutForm } from '@/lib/access/schema'
import { authContext } from '@/lib/auth/session'
import { issueCsrfToken, signIn, signOut } from '@/lib/sign-in/sign-in'
import { AppError } from '@/lib/errors'
import { readJson } from '@/lib/http/body'
import { parseInput } from '@/lib/web/query'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

const formBytesMax = 4_096

function actionOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api\/auth\//, '')
}

// Three of next-auth's actions and no others: its pages, its rolling session and its provider list stay shut.
export const GET = route(
  { summary: 'Get a token that signing in must send along', access: 'public' },
  ({ request }) => {
    if (actionOf(request) === 'csrf') return issueCsrfToken(authContext(), request.headers)
    throw new AppError('not_found', 'There is nothing here.')
  },
)

export const POST = route({ summary: 'Sign in or sign out', access: 'public' }, async ({ request }) => {
  switch (actionOf(request)) {
    case 'callback/credentials': {
      const form = parseInput(signInForm, await readJson(request, formBytesMax))
      return signIn(authContext(), request.headers, form)
    }
    case 'signout': {
      const form = parseInput(signOutForm, await readJson(request, formBytesMax))
      return signOut(authContext(), request.headers, form)
    }
    default:
      throw new AppError('not_found', 'There is nothing here.')
  }
})
