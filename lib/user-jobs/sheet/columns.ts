import { fields, foldText, type FieldKey } from './fields'
import type { ColumnUse, Mapping } from './types'

/**
 * Which column is for which field: guessed from the headers, corrected by a person, remembered for files with the same
 * headers.
 */

/**
 * Header of the column with the reasons in a file of failed rows: recognized when the file is imported again, and not
 * sent.
 */
export const reasonsHead = 'Reasons'

const bySpelling = new Map<string, FieldKey>()
for (const { key, label, head, synonyms } of fields)
  for (const spelling of [key, head, label, ...synonyms]) bySpelling.set(foldText(spelling), key)

const ignored = new Set([foldText(reasonsHead)])
const attributeHead = /^\s*(?:custom\s+)?attributes?\s*[:.]\s*(?<name>.+?)\s*$/isu

/**
 * Guesses the use of each column: `attribute: Shift` names an attribute, and a known header names its field. If several
 * headers name the same field, the first one is mapped. The others and unknown headers stay unmapped, for a person to
 * decide.
 */
export function guessMapping(header: readonly string[]): Mapping {
  const taken = new Set<FieldKey>()
  const uses = header.map((head): ColumnUse => {
    const name = attributeHead.exec(head)?.groups?.['name']
    if (name !== undefined) return { to: 'attribute', name: name.slice(0, 200) }
    const folded = foldText(head)
    if (ignored.has(folded)) return { to: 'ignored' }
    const field = bySpelling.get(folded)
    if (field === undefined || taken.has(field)) return { to: 'unmapped' }
    taken.add(field)
    return { to: 'field', field }
  })
  return uses
}

/** A mapping with one column's use changed. A field has only one column, so its previous column is unmapped. */
export function mapColumn(mapping: Mapping, column: number, use: ColumnUse): Mapping {
  return mapping.map((old, index) => {
    if (index === column) return use
    return use.to === 'field' && old.to === 'field' && old.field === use.field ? { to: 'unmapped' } : old
  })
}

/** Column of a field, or -1. */
export function columnOf(mapping: Mapping, field: FieldKey): number {
  return mapping.findIndex((use) => use.to === 'field' && use.field === field)
}

/** Columns whose cells are never written to a draft, a file or a log. */
export function secretColumns(mapping: Mapping, header: readonly string[]): ReadonlySet<number> {
  const secret = new Set<number>()
  for (const [column, use] of mapping.entries()) {
    // A column that is named like a password is treated as one, whatever it was mapped to.
    const isCalledSo = isLikelySecret(header[column] ?? '')
    if (isCalledSo || (use.to === 'field' && use.field === 'password')) secret.add(column)
  }
  return secret
}

const secretHead = /pass(?:word|wort|phrase|code)|kennwort|contrase|motdepasse|wachtwoord|secret/u

/** Whether a header suggests that its cells are passwords. */
export function isLikelySecret(head: string): boolean {
  const folded = foldText(head)
  return bySpelling.get(folded) === 'password' || secretHead.test(folded)
}

/** Describes columns that need a decision: the headers that are not used. */
export function unmappedHeads(
  header: readonly string[],
  mapping: Mapping,
): readonly { column: number; head: string }[] {
  return header.flatMap((head, column) => (mapping[column]?.to === 'unmapped' ? [{ column, head }] : []))
}

/** A key that is the same for all files with these headers in this order, however they are spelled. */
export function headerKey(header: readonly string[]): string {
  return JSON.stringify(header.map((head) => foldText(head)))
}

const memoryMax = 20

interface Remembered {
  key: string
  uses: readonly ColumnUse[]
}

const isUse = (value: unknown): value is ColumnUse => {
  if (typeof value !== 'object' || value === null || !('to' in value)) return false
  if (value.to === 'ignored' || value.to === 'unmapped') return true
  if (value.to === 'attribute') return 'name' in value && typeof value.name === 'string' && value.name !== ''
  return value.to === 'field' && 'field' in value && fields.some(({ key }) => key === value.field)
}

function readAll(stored: string | null): Remembered[] {
  if (stored === null) return []
  let parsed: unknown
  try {
    parsed = JSON.parse(stored)
  } catch {
    return []
  }
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((entry: unknown): Remembered[] => {
    if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('uses' in entry)) return []
    const { key, uses } = entry
    return typeof key === 'string' && Array.isArray(uses) && uses.every(isUse) ? [{ key, uses }] : []
  })
}

/**
 * The mapping that was chosen for these headers before, from `writeMemory`. Null when there is none or it is damaged.
 */
export function readMemory(stored: string | null, header: readonly string[]): Mapping | null {
  const key = headerKey(header)
  const uses = readAll(stored).find((entry) => entry.key === key)?.uses
  return uses?.length === header.length ? uses : null
}

/** What to store so that this mapping is found again. It has the mappings of the newest 20 headers. */
export function writeMemory(stored: string | null, header: readonly string[], mapping: Mapping): string {
  const key = headerKey(header)
  const others = readAll(stored).filter((entry) => entry.key !== key)
  return JSON.stringify([{ key, uses: mapping }, ...others].slice(0, memoryMax))
}
