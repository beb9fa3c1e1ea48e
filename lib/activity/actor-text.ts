import { serverText } from '@/lib/server-text'

/**
 * Stored names of actors that are not people, and suffixes of names. They are English and must never change: the log is
 * append-only, its chain covers them, searches match them, and the previous release shows them.
 */
export const storedActors = {
  system: 'The console',
  command: 'Command line',
  /** Somebody whose sign-in was refused and who did not type an email address. */
  noAddress: '(not an e-mail address)',
} as const

export const storeRuleActor = (rule: string): string => `Rule “${rule}”`
export const storeScheduleActor = (schedule: string): string => `Schedule “${schedule}”`
/** Follows the name of the person whose API token made the request. */
export const storeTokenSuffix = (token: string): string => ` (token ${token})`

const known = new Map<string, string>([
  [storedActors.system, serverText('activity.actors.system')],
  [storedActors.command, serverText('activity.actors.command')],
  [storedActors.noAddress, serverText('activity.actors.noAddress')],
])
const rule = /^Rule “(.*)”$/su
const schedule = /^Schedule “(.*)”$/su
const token = /^(.+) \(token (.+)\)$/su

/** The actor in the reader's language. Names of people stay unchanged, even if their accounts are deleted. */
export function readActorText(actorId: string | null, stored: string): string {
  if (actorId === null) {
    const text = known.get(stored)
    if (text !== undefined) return text
    const [, ofRule] = rule.exec(stored) ?? []
    if (ofRule !== undefined) return serverText('activity.actors.rule', { name: ofRule })
    const [, ofSchedule] = schedule.exec(stored) ?? []
    if (ofSchedule !== undefined) return serverText('activity.actors.schedule', { name: ofSchedule })
  }
  const [, name, ofToken] = token.exec(stored) ?? []
  return name === undefined || ofToken === undefined
    ? stored
    : serverText('activity.actors.token', { name, token: ofToken })
}
