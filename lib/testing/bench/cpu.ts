import { readFileSync } from 'node:fs'
import { listTree } from '../consoles/process-tree'

/** A tick of `/proc`. */
const tickMs = 10

/**
 * Processor time of a process and of the children that it waited for. 0 for a process that has just ended, because its
 * parent then has its time.
 */
function readOne(pid: number): { ms: number; isPostgres: boolean } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // User and system time, of the process and of its children. The name before these fields may contain spaces.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    const isPostgres = stat.slice(stat.indexOf('('), stat.lastIndexOf(')')).includes('postgres')
    return { ms: ticks.reduce((sum, count) => sum + Number(count), 0) * tickMs, isPostgres }
  } catch {
    return { ms: 0, isPostgres: false }
  }
}

/**
 * Processor time that a process and all below it have used so far, without PostgreSQL and of PostgreSQL alone. Other work on
 * the machine hardly changes it. Linux only.
 */
export function readCpu(root: number): { ownMs: number; postgresMs: number } {
  const all = listTree(root).map(readOne)
  const sum = (isPostgres: boolean) =>
    all.filter((one) => one.isPostgres === isPostgres).reduce((total, { ms }) => total + ms, 0)
  return { ownMs: sum(false), postgresMs: sum(true) }
}

/** The same processor time in one sum. */
export function readWholeCpuMs(root: number): number {
  const { ownMs, postgresMs } = readCpu(root)
  return ownMs + postgresMs
}
