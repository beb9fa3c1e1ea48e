import type { LucideIcon } from 'lucide-react'
import { auditId } from '@/lib/ids'
import type { Messages } from '@/lib/messages/catalog'

export interface PaletteItem {
  value: string
  label: string
  icon: LucideIcon
  keys?: string | undefined
  /** Place and time, beside the name. */
  hint?: string | undefined
  run: () => void
}

export interface PaletteGroup {
  /** Key of its label in the messages, at `shell.palette.groups`. */
  value: keyof Messages['shell']['palette']['groups']
  items: PaletteItem[]
}

/**
 * The inspection that a text names: a pasted ID, or the address of an inspection in Sightline or SafetyCulture.
 * Search words are not IDs: an ID has digits and no spaces.
 */
export function readInspectionId(text: string): string | null {
  const trimmed = text.trim()
  const fromAddress = /(?:inspections?|audits?)\/([^/?#\s]+)/i.exec(trimmed)?.[1]
  const candidate = fromAddress ?? trimmed
  if (candidate.length < 8 || !/\d/.test(candidate)) return null
  const parsed = auditId.safeParse(candidate)
  return parsed.success ? parsed.data : null
}

const idForm = /^(?:audit_[a-z\d]+|[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12})$/i

/**
 * Whether a text that `readInspectionId` accepts can only be an inspection: an address, or an ID in the form that
 * SafetyCulture gives it. Codes of assets, document numbers and dates have digits and no spaces too.
 */
export function isSurelyInspection(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.includes('/') || idForm.test(trimmed)
}

/** Whether `label` contains every word of `query`. */
export function matchesQuery(label: string, query: string): boolean {
  const haystack = label.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

/**
 * The query that finds inspections while a person types: the last word may be unfinished. Null when there is nothing to
 * search yet. Quotes, "-" and "*" work as in the list.
 */
export function writeFinding(text: string): string | null {
  const trimmed = text.trim()
  // One Latin letter finds half of everything; one character of another script may be a word.
  if (trimmed === '' || /^[\p{Script=Latin}\d\p{P}]$/u.test(trimmed)) return null
  const isOpen = text === text.trimEnd() && /[\p{L}\p{N}]$/u.test(trimmed)
  const quotes = trimmed.split('"').length - 1
  return isOpen && quotes % 2 === 0 ? `${trimmed}*` : trimmed
}
