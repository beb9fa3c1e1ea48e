import { readFileSync } from 'node:fs'

/** A process and all that it started, the oldest first. Linux only. */
export function listTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
  return [pid, ...children.flatMap((child) => listTree(Number(child)))]
}
