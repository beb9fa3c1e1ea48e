import 'server-only'
import * as z from 'zod'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'

const accountAnswer = z.object({
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  email: z.string().optional(),
})

/** The name in the service's response about the account of the API token, or its email address; null without both. */
export function readAccountName(answer: unknown): string | null {
  const parsed = accountAnswer.safeParse(answer)
  if (!parsed.success) return null
  const { firstname, lastname, email } = parsed.data
  const name = [firstname, lastname].filter(Boolean).join(' ').trim()
  return (name === '' ? (email ?? '') : name).slice(0, 200) || null
}

const keptMs = 60 * 60_000
const keptFailureMs = 60_000

/**
 * The name of the account that the API token belongs to; null while the service does not return it. A process requests
 * it at most once an hour, or once a minute after a failure, however many people open a page.
 */
export async function readConnectedAccount(
  whoAmI: () => Promise<unknown> = () => service().call('whoAmI', {}, { lane: 'person' }),
  nowMs = Date.now(),
): Promise<string | null> {
  const kept = processWide('connected-account', () => ({ until: 0, name: Promise.resolve<string | null>(null) }))
  if (nowMs >= kept.until) {
    kept.until = nowMs + keptMs
    kept.name = whoAmI().then(readAccountName, () => null)
    const name = await kept.name
    if (name === null) kept.until = nowMs + keptFailureMs
  }
  return kept.name
}
