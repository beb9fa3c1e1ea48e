import 'server-only'
import { verifyLog } from '@/lib/activity/chain/verify'
import { openBeside } from './admin/database'
import { attempt, type CommandAround } from './attempt'

const usage = 'Usage: npm run verify-log [-- --head NUMBER:HASH]   (a head from the process log)'

/**
 * `npm run verify-log`: checks the whole activity log and its chain.
 * @returns the exit code: 0 no problem found, 1 something does not match or could not be read, 2 wrong command
 */
export async function runVerifyLog(words: readonly string[], around: CommandAround): Promise<number> {
  const head = readHead(words)
  if (head === undefined) {
    around.complain(usage)
    return 2
  }
  return await attempt(around, async (settings) => {
    const db = await openBeside(settings)
    try {
      const log = await verifyLog(db, head)
      for (const { kind, text } of log.findings) around.say(`${kind.padEnd(8)}  ${text}`)
      const more = log.waiting === 0 ? '' : `, ${log.waiting} waiting to be chained`
      around.say(`Checked ${log.links} links${more}. Head ${log.head.seq}:${log.head.hash}`)
      around.say(log.findings.length === 0 ? 'The log is unchanged.' : 'THE LOG WAS CHANGED.')
      return log.findings.length === 0 ? 0 : 1
    } finally {
      await db.close()
    }
  })
}

/** Reads the arguments. Undefined if they are wrong, null if there are none. */
function readHead(words: readonly string[]): { seq: number; hash: string } | null | undefined {
  if (words.length === 0) return null
  const [, seq, hash] = /^--head[ =](\d+):([0-9a-f]{64})$/.exec(words.join(' ')) ?? []
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash }
}
