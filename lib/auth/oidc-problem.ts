import 'server-only'
import type { SignInProblem } from '@/lib/access/problems-model'
import { renderText, serverText } from '@/lib/server-text'

/** Limit for messages of the issuer and of libraries. */
const charsMax = 300

/**
 * Why single sign-on ended without a session. The browser only gets `problem`. The message is for the process log and
 * the activity log, and contains no token, code or secret.
 */
export class OidcProblem extends Error {
  override readonly name = 'OidcProblem'
  readonly problem: SignInProblem
  /** The message as a server text, for the activity log. */
  readonly text: string
  /** The email address from the issuer, for the activity log. It is only verified if the issuer says so. */
  readonly email: string | null

  constructor(problem: SignInProblem, text: string, email: string | null = null) {
    super(renderText(text))
    this.problem = problem
    this.text = text
    this.email = email
  }
}

const networkCodes =
  /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|UND_ERR|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** Classifies an error of openid-client or the network. Its other properties (tokens, bodies) are dropped. */
export function toOidcProblem(error: unknown): OidcProblem {
  if (error instanceof OidcProblem) return error
  if (!(error instanceof Error)) return new OidcProblem('unavailable', serverText('auth.oidc.unknown'))
  const words = error.message.slice(0, charsMax)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (networkCodes.test(code)) return new OidcProblem('issuer-down', serverText('auth.oidc.unreachable', { code }))
  if (error.name === 'OPError') return readRefusal(error)
  if (error.name === 'RPError') {
    if (error.message.includes('timed out')) return new OidcProblem('issuer-down', words)
    if (error.message.startsWith('iss m')) return new OidcProblem('issuer-mismatch', words)
    return new OidcProblem('token', words)
  }
  if (error.name === 'TypeError' || error.name === 'SyntaxError') return new OidcProblem('token', words)
  return new OidcProblem('unavailable', `${error.name} ${code}`)
}

/** Classifies an error response of the token or userinfo endpoint. */
function readRefusal(error: Error): OidcProblem {
  const words = error.message.slice(0, charsMax)
  const reason = 'error' in error && typeof error.error === 'string' ? error.error : ''
  if (reason === 'invalid_grant') return new OidcProblem('used', words)
  // If the response is not JSON, the message of openid-client contains its status.
  const isBroken = /got: (?:5\d\d|429)/.test(reason)
  if (isBroken || reason === '' || reason === 'server_error' || reason === 'temporarily_unavailable')
    return new OidcProblem('issuer-down', words)
  return new OidcProblem('issuer-setup', words)
}

/** Classifies the `error` parameter of the issuer's response. */
export function readAnswerError(error: string): OidcProblem {
  const reason = serverText('auth.oidc.answeredError', { error: error.replace(/[^\w.-]/g, '?').slice(0, 60) })
  if (error === 'access_denied') return new OidcProblem('cancelled', reason)
  if (error === 'server_error' || error === 'temporarily_unavailable') return new OidcProblem('issuer-down', reason)
  if (['login_required', 'interaction_required', 'consent_required'].includes(error))
    return new OidcProblem('cancelled', reason)
  return new OidcProblem('issuer-setup', reason)
}
