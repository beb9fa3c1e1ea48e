import { memoryKey } from '@/lib/browser/memory'

/** The rotation of each photo in this browser, for viewing only. Limited to the latest rotations. */
const storageKey = memoryKey('turned-photos')
export const turnedMax = 500

type Turned = ReadonlyArray<readonly [key: string, turns: number]>

function isEntry(value: unknown): value is [string, number] {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && [1, 2, 3].includes(value[1] as number)
  )
}

function read(): Turned {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    // Turned off, or written by other code: no photo is rotated.
    return []
  }
}

interface File {
  auditId: string
  id: string
}

const keyOf = ({ auditId, id }: File) => `${auditId}/${id}`

/** The last rotation of a file, in quarter turns clockwise (0 to 3). */
export function readTurns(file: File): number {
  return read().find(([key]) => key === keyOf(file))?.[1] ?? 0
}

export function rememberTurns(file: File, turns: number): void {
  const rest = read().filter(([key]) => key !== keyOf(file))
  const next: Turned = turns % 4 === 0 ? rest : [[keyOf(file), turns % 4], ...rest]
  try {
    localStorage.setItem(storageKey, JSON.stringify(next.slice(0, turnedMax)))
  } catch {
    // Full or turned off: the rotation lasts only while the photo is open.
  }
}
