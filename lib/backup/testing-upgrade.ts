import type { DatabaseLog } from '@/lib/db/types'
import { upgradeEmbedded } from './upgrade'

/**
 * Test tool: upgrades the embedded PostgreSQL of DATA_DIR (argument 1) in a separate process. The process numbers and
 * prints its steps and log lines, and kills itself with SIGKILL at the number in argument 2.
 */
const [dataDir = '', killAt = ''] = process.argv.slice(2)
let count = 0
const reach = (name: string) => {
  count += 1
  process.stdout.write(`${count} ${name}\n`)
  if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}
const note = (_: object, message: string) => {
  // Not counted as steps, because there are dozens of these lines.
  if (message !== 'the database was migrated') reach(message)
}
const log: DatabaseLog = { info: note, warn: note, error: note }

await upgradeEmbedded({ dataDir, olderBin: null, log, onStep: reach })
