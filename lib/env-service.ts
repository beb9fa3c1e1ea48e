import * as z from 'zod'
import { isLoopback, parseUrl, type Wrong } from './env-parts'
import type { Environment } from './env-variables'
import { usualServiceName } from './messages/service-name'

/** Which service the console works with. */
export interface ServiceSettings {
  /** `demo`: the stand-in starts inside the console. `service`: the organization's real one. */
  mode: 'demo' | 'service'
  /** Null in the demo, because the stand-in provides its own address and token once it listens. */
  service: { baseUrl: string; token: string } | null
  /** What people call it, in every message that mentions it. */
  serviceName: string
  /** Tests and the bench of the demo only: options for the stand-in, as JSON. Refused with SERVICE_BASE_URL. */
  standin: Record<string, unknown>
}

function readToken(env: Environment, wrong: Wrong): string | undefined {
  const token = env.SERVICE_TOKEN
  if (token !== undefined && !/^[\x21-\x7e]{8,4096}$/.test(token))
    wrong('SERVICE_TOKEN', 'is not a token: 8 or more visible characters without spaces')
  return token
}

/** The service and the options of its stand-in. */
export function readService(env: Environment, wrong: Wrong): ServiceSettings {
  const { mode, service } = readConnection(env, wrong)
  return { mode, service, serviceName: readName(env, service, wrong), standin: readStandin(env, mode, wrong) }
}

const demoName = 'SafetyCulture Demo'
const ownHosts = /(?:^|\.)safetyculture\.(?:com|io)$/

/** The configured name. Without one, the name of SafetyCulture for its own addresses, and the host for others. */
function readName(env: Environment, service: ServiceSettings['service'], wrong: Wrong): string {
  const name = env.SERVICE_NAME?.trim()
  // Messages contain the name, so characters with a meaning in messages and unreadable characters are refused.
  if (name !== undefined && !/^[\p{L}\p{N}][\p{L}\p{N} .,:&'’()+_/-]{0,39}$/u.test(name))
    wrong('SERVICE_NAME', 'is not a name: at most 40 letters, digits, spaces and marks such as . - & ( )')
  if (name !== undefined) return name
  if (service === null) return demoName
  const { host, hostname } = new URL(service.baseUrl)
  return ownHosts.test(hostname) ? usualServiceName : host
}

function readConnection(env: Environment, wrong: Wrong): Pick<ServiceSettings, 'mode' | 'service'> {
  const token = readToken(env, wrong)
  if (env.SERVICE_BASE_URL === undefined) {
    if (token === undefined) return { mode: 'demo', service: null }
    wrong('SERVICE_BASE_URL', 'is missing: a token is set, but not the service it is for')
    return { mode: 'service', service: null }
  }
  const url = parseUrl(env.SERVICE_BASE_URL, ['http:', 'https:'])
  if (url === null) wrong('SERVICE_BASE_URL', 'is not an http or https address')
  else if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    wrong('SERVICE_BASE_URL', 'must be a plain address without credentials, query or fragment')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    wrong('SERVICE_BASE_URL', 'must be https: the token would travel in the clear')
  else if (token === undefined)
    wrong('SERVICE_TOKEN', 'is missing: SERVICE_BASE_URL needs SERVICE_TOKEN or SERVICE_TOKEN_FILE')
  else return { mode: 'service', service: { baseUrl: url.href.replace(/\/+$/, ''), token } }
  return { mode: 'service', service: null }
}

function readStandin(env: Environment, mode: ServiceSettings['mode'], wrong: Wrong): ServiceSettings['standin'] {
  if (env.SIGHTLINE_STANDIN === undefined) return {}
  if (mode === 'service')
    wrong('SIGHTLINE_STANDIN', 'is for the demo alone: there is no stand-in beside a real service')
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(env.SIGHTLINE_STANDIN))
  } catch {
    wrong('SIGHTLINE_STANDIN', 'is not a JSON object')
    return {}
  }
}
