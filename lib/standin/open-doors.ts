import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerJson, type Answer } from './answers'
import type { StandinControl } from './control/control'
import { deliver } from './faults'
import { passFaults, toAnswer } from './fault-answers'
import { makeOrdered } from './handlers/exports'
import { Refusal } from './refusals'
import { readForm, splitTarget } from './requests'
import type { Store } from './store'

/** The name and password that are accepted for the stand-in's token. */
export interface Login {
  username: string
  password: string
}

export interface OpenCall {
  request: IncomingMessage
  response: ServerResponse
  store: Store
  control: StandinControl
  login: Login | null
  /** The result of a sign-in. */
  token: string
}

/**
 * Handles requests that need no token and have no limit: signed links, and the sign-in that returns a token. Returns
 * null for all others.
 */
export function findOpenDoor(method: string, path: string): ((call: OpenCall) => Promise<void>) | null {
  if (method === 'GET' && path.startsWith('/signed/'))
    return (call) => serve(call, 'signedLink', () => Promise.resolve(answerSigned(call)))
  if (method === 'POST' && path === '/auth') return (call) => serve(call, 'signIn', () => answerSignIn(call))
  return null
}

async function serve(
  { request, response, control }: OpenCall,
  operation: string,
  act: () => Promise<Answer>,
): Promise<void> {
  const { headers, url = '', method = 'GET' } = request
  const [path] = splitTarget(url)
  control.countRequest(operation)
  const faults = control.drawFaults({ operation, path, method })
  let answer: Answer
  try {
    if (!(await passFaults(faults, response))) return
    answer = await act()
  } catch (error) {
    answer = toAnswer(error, path)
  }
  control.noteRequest({ method, path: url, operation, status: answer.status, headers })
  deliver(response, answer, faults, headers.authorization ?? '')
}

function answerSigned({ request, store, control }: OpenCall): Answer {
  const [path, search] = splitTarget(request.url ?? '')
  return control.exports.answerSigned(
    path,
    new URLSearchParams(search),
    request.headers.authorization,
    (auditId, order) => (store.find(auditId) === null ? null : makeOrdered({ store }, auditId, order)),
  )
}

/**
 * The old password grant (service.md 9): a form with name and password is exchanged for a token. INFERRED: the text of a
 * refusal.
 */
async function answerSignIn({ request, login, token }: OpenCall): Promise<Answer> {
  const form = await readForm(request)
  if (form.get('grant_type') !== 'password') throw new Refusal(400, '"grant_type" must be [password]')
  const isKnown = login !== null && form.get('username') === login.username && form.get('password') === login.password
  if (!isKnown) throw new Refusal(401, 'Invalid username or password')
  return answerJson({ access_token: token, token_type: 'bearer' })
}
