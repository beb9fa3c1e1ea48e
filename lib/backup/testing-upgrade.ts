import type { DatabaseLog } from '@/lib/db/types'
import { upgradeEmbedded } from './upgrade'

/**
 * Test tool: upgrades the private PostgreSQL of DATA_DIR (argument 1) in a process of its own, which kills itself with SIGKILL
 * at its step or log line number argument 2. Prints the number of each.
 */
const [dataDir = '', killAt = ''] = process.argv.slice(2)
let count = 0
const reach = (name: string) => {
  count += 1
  process.stdout.write(`${count} ${name}\n`)
  if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}
const note = (_: object, message: string) => {
  // There are dozens of these.
  if (message !== 'the database was migrated') reach(message)
}
const log: DatabaseLog = { info: note, warn: note, error: note }

await upgradeEmbedded({ dataDir, olderBin: null, log, onStep: reach })
