import { signInForm, signOutForm, singleSignOnForm } from '@/lib/access/schema'
import { authContext } from '@/lib/auth/session'
import { database } from '@/lib/db/instance'
import { finishSingleSignOn, startSingleSignOn } from '@/lib/sign-in/single-sign-on'
import { issueCsrfToken, signIn, signOut } from '@/lib/sign-in/sign-in'
import { AppError } from '@/lib/errors'
import { readJson } from '@/lib/http/body'
import { parseInput } from '@/lib/web/query'
import { route } from '@/lib/http/route'
import { serverText } from '@/lib/server-text'

export const dynamic = 'force-dynamic'

const formBytesMax = 4_096

function actionOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api\/auth\//, '')
}

// Only five actions of next-auth are available. Its pages, its rolling session and its list of providers are not.
export const GET = route({ summary: 'Get the token that a sign-in must include', access: 'public' }, ({ request }) => {
  if (actionOf(request) === 'csrf') return issueCsrfToken(authContext(), request.headers)
  if (actionOf(request) === 'callback/oidc') return finishSingleSignOn(authContext(), database, request)
  throw new AppError('not_found', serverText('web.notFound'))
})

export const POST = route({ summary: 'Sign in or sign out', access: 'public' }, async ({ request }) => {
  switch (actionOf(request)) {
    case 'callback/credentials': {
      const form = parseInput(signInForm, await readJson(request, formBytesMax))
      return signIn(authContext(), request.headers, form)
    }
    case 'signin/oidc': {
      const form = parseInput(singleSignOnForm, await readJson(request, formBytesMax))
      return startSingleSignOn(authContext(), request.headers, form)
    }
    case 'signout': {
      const form = parseInput(signOutForm, await readJson(request, formBytesMax))
      return signOut(authContext(), request.headers, form)
    }
    default:
      throw new AppError('not_found', serverText('web.notFound'))
  }
})
