import { foldText, passwordCharsMin, type Field, type FieldChoice, type FieldKey } from './fields'
import { parseList, parseReference, referenceKey, referencesMax } from './parse-list'
import type { CellFault, Fix, Known } from './types'

/** What is wrong with one cell, told to a person, with the presses that mend it. */

export type CellTrouble = Pick<CellFault, 'code' | 'level' | 'message' | 'fixes'>

const trouble = (code: CellFault['code'], level: CellFault['level'], message: string, fixes: readonly Fix[] = []) => ({
  code,
  level,
  message,
  ...(fixes.length > 0 ? { fixes } : {}),
})

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028\u2029\ufeff\ufffd]/u
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028\u2029\ufeff\ufffd]/gu
const lineBreak = /[\t\n]/u

/** The value that is sent for a cell: blanks around it are not. */
export function trimCell(value: string, field: Field | null): string {
  // A blank may be part of a password.
  return field?.kind === 'secret' ? value : value.trim()
}

/** Characters of an attribute's value, and values of one attribute: a line each. */
const attributeMax = { chars: 1_000, values: 50 }

/** Troubles of a cell on its own, of a field or (null) an attribute. An empty cell has none: what is left out stays as it is. */
export function checkCell(value: string, field: Field | null, known: Known): CellTrouble[] {
  if (value === '') return []
  const found: CellTrouble[] = []
  const trimmed = trimCell(value, field)
  const charsMax = field?.charsMax ?? attributeMax.chars
  if (trimmed !== value)
    found.push(
      trouble('outer-blanks', 'info', 'Blanks around the text are not sent.', [
        { label: 'Remove blanks', value: trimmed },
      ]),
    )
  if (trimmed === '') return found
  if (control.test(trimmed))
    found.push(
      trouble('control-characters', 'error', 'There are characters in it that cannot be seen or were not readable.', [
        { label: 'Remove them', value: trimmed.replace(controls, '').trim() },
      ]),
    )
  else if (lineBreak.test(trimmed) && field !== null && field.kind !== 'list' && field.kind !== 'secret')
    found.push(
      trouble('control-characters', 'error', 'There is a line break or tab in it.', [
        { label: 'Put a blank there', value: trimmed.replaceAll(/\s+/gu, ' ') },
      ]),
    )
  const values = field === null ? readAttribute(trimmed) : [trimmed]
  if (values.length > attributeMax.values)
    found.push(trouble('too-long', 'error', `It has ${values.length} lines; up to ${attributeMax.values} are taken.`))
  const longest = Math.max(...values.map(({ length }) => length))
  if (longest > charsMax)
    found.push(
      trouble(
        'too-long',
        'error',
        `It has ${longest.toLocaleString('en')} characters; up to ${charsMax.toLocaleString('en')} are taken.`,
      ),
    )
  if (found.some(({ level }) => level === 'error') || field === null) return found
  const ofKind = checkKind(trimmed, field, known)
  if (ofKind !== null) found.push(ofKind)
  return found
}

/** Values of an attribute's cell: each line one. */
export function readAttribute(value: string): string[] {
  return value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

function checkKind(value: string, field: Field, known: Known): CellTrouble | null {
  if (field.kind === 'email') return checkEmail(value)
  if (field.kind === 'choice') return checkChoice(value, field)
  if (field.kind === 'zone') return checkZone(value)
  if (field.kind === 'secret')
    return value.length < passwordCharsMin
      ? trouble('short-password', 'error', `It has fewer than ${passwordCharsMin} characters.`)
      : null
  if (field.kind === 'reference') return checkPermissionSet(value, known.permissionSets)
  return field.kind === 'list' ? checkList(value, field, known) : null
}

// The shape that mail systems take in practice: one @, no blanks, a domain with a dot.
const email = /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** Whether it may be an e-mail address. */
export function isEmail(value: string): boolean {
  return value.length <= 320 && email.test(value) && !value.includes('..') && !/^\.|\.@/u.test(value)
}

function checkEmail(value: string): CellTrouble | null {
  if (isEmail(value)) return null
  const repaired = repairEmail(value)
  return trouble(
    'bad-email',
    'error',
    'This is not an e-mail address.',
    repaired === null ? [] : [{ label: `Use ${repaired}`, value: repaired }],
  )
}

function repairEmail(value: string): string | null {
  const inBrackets = /<([^<>]+)>/u.exec(value)?.[1] ?? value
  const tries = [inBrackets, inBrackets.replace(/^mailto:/iu, '')].map((text) => text.trim())
  const last = tries.at(-1) ?? ''
  tries.push(
    last.replaceAll(/\s+/gu, ''),
    last
      .replaceAll(/\s+/gu, '')
      .replaceAll(',', '.')
      .replace(/\.+$/u, '')
      .replaceAll(/\.{2,}/gu, '.'),
    last.replaceAll(/\s*(?:\(at\)|\[at\]|＠)\s*/giu, '@').replaceAll(/\s+/gu, ''),
    last.replaceAll(/@{2,}/gu, '@').replaceAll(/[;:"'<>]+$/gu, ''),
  )
  return tries.find((text) => isEmail(text)) ?? null
}

const spelledChoices = new Map<FieldKey, Map<string, FieldChoice>>()

function choicesOf(field: Field): Map<string, FieldChoice> {
  const known = spelledChoices.get(field.key)
  if (known !== undefined) return known
  const spelled = new Map<string, FieldChoice>()
  for (const choice of field.choices ?? [])
    for (const spelling of [choice.value, choice.value.replace(wirePrefix, ''), choice.label, ...choice.also])
      spelled.set(foldText(spelling), choice)
  spelledChoices.set(field.key, spelled)
  return spelled
}

const wirePrefix = /^(?:SUBSCRIPTION_SEAT_TYPE|USER_ACTIVE_STATUS|LANGUAGE)_/u
const wireWord: Partial<Record<FieldKey, RegExp>> = {
  language: /^LANGUAGE_[A-Z]{2,3}(?:_[A-Z]{2,4})?$/u,
}

/** As the service spells it, whatever of the known spellings the cell has; null for an unknown one. */
export function readChoice(value: string, field: Field): string | null {
  const found = choicesOf(field).get(foldText(value))
  if (found !== undefined) return found.value
  // More languages than we know of may be spelled as theirs are.
  return wireWord[field.key]?.test(value) === true ? value : null
}

function checkChoice(value: string, field: Field): CellTrouble | null {
  if (readChoice(value, field) !== null) return null
  const choices = field.choices ?? []
  const near = nearest(
    value,
    [...choicesOf(field)].map(([spelling, choice]) => ({ spelling, choice })),
  )
  const suggested = [...new Set(near.map(({ choice }) => choice))].slice(0, 3)
  const fixes = (suggested.length > 0 ? suggested : choices.slice(0, 5)).map(({ label }) => ({ label, value: label }))
  const code =
    field.key === 'seatType' ? 'unknown-seat-type' : field.key === 'status' ? 'unknown-status' : 'unknown-language'
  return trouble(code, 'error', `${field.label} “${clip(value)}” is not known.`, fixes)
}

let zones: { spelled: Map<string, string>; cities: Map<string, string> } | null = null

/** Zones that the engine lists, and those it takes beside them, UTC first of all. */
function knownZones() {
  if (zones !== null) return zones
  const spelled = new Map<string, string>()
  const cities = new Map<string, string>()
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC']) {
    spelled.set(foldText(zone), zone)
    cities.set(foldText(zone.split('/').at(-1) ?? zone), zone)
  }
  zones = { spelled, cities }
  return zones
}

const takenZones = new Map<string, string | null>()

/** The zone as IANA spells it, also for names that have gone out of use; null for what is none. */
export function readZone(value: string): string | null {
  const listed = knownZones().spelled.get(foldText(value))
  if (listed !== undefined) return listed
  // Offsets (+01:00) are taken by the engine and are no zones.
  if (!/^[a-z]+(?:\/[a-z0-9_+-]+){1,2}$/iu.test(value)) return null
  const cached = takenZones.get(value)
  if (cached !== undefined) return cached
  let taken: string | null
  try {
    taken = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === '' ? null : value
  } catch {
    taken = null
  }
  if (takenZones.size < 2_000) takenZones.set(value, taken)
  return taken
}

const zoneWords: Readonly<Record<string, string>> = {
  gmt: 'Europe/London',
  bst: 'Europe/London',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
  nzst: 'Pacific/Auckland',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  z: 'UTC',
  zulu: 'UTC',
}

const suggestedZones = new Map<string, readonly string[]>()

function suggestZones(value: string): readonly string[] {
  const folded = foldText(value)
  const cached = suggestedZones.get(folded)
  if (cached !== undefined) return cached
  const { spelled, cities } = knownZones()
  const exact = zoneWords[folded] ?? cities.get(folded)
  const entries = [...spelled, ...cities].map(([spelling, zone]) => ({ spelling, zone }))
  const suggested =
    exact === undefined ? [...new Set(nearest(value, entries).map(({ zone }) => zone))].slice(0, 3) : [exact]
  if (suggestedZones.size < 2_000) suggestedZones.set(folded, suggested)
  return suggested
}

function checkZone(value: string): CellTrouble | null {
  if (readZone(value) !== null) return null
  const fixes = suggestZones(value).map((zone) => ({ label: zone, value: zone }))
  return trouble(
    'unknown-zone',
    'error',
    `Time zone “${clip(value)}” is not known. Name it as in Europe/London.`,
    fixes,
  )
}

function checkPermissionSet(value: string, sets: Known['permissionSets']): CellTrouble | null {
  const reference = parseReference(value)
  if ('id' in reference ? reference.id.length > 200 : reference.name.length > 500)
    return trouble('too-long', 'error', 'The name is too long.')
  if (sets === undefined) return null
  if (
    'id' in reference
      ? sets.some(({ id }) => id === reference.id)
      : sets.some(({ name }) => isSame(name, reference.name))
  )
    return null
  const near = nearest(
    value,
    sets.map(({ name }) => ({ spelling: foldText(name), name })),
  ).slice(0, 3)
  const shown = near.length > 0 ? near : sets.slice(0, 5)
  return trouble(
    'unknown-permission-set',
    'error',
    `There is no permission set “${clip(value)}”.`,
    shown.map(({ name }) => ({ label: name, value: name })),
  )
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

function checkList(value: string, field: Field, known: Known): CellTrouble | null {
  const isRemoval = field.key === 'groupsRemove' || field.key === 'sitesRemove'
  const { items, trouble: bad } = parseList(value, isRemoval)
  if (bad !== null) return trouble('bad-list', 'error', bad)
  if (items.length === 0)
    return trouble('bad-list', 'error', 'There are separators and no names.', [{ label: 'Empty the cell', value: '' }])
  if (items.length > referencesMax)
    return trouble(
      'too-many-references',
      'error',
      `It names ${items.length}; up to ${referencesMax} are taken for one user.`,
    )
  if (!isRemoval && items.some((item) => 'name' in item && item.name === '*'))
    return trouble('bad-list', 'error', 'All can be removed, not added: name those to add to.')
  const list = field.key === 'groupsAdd' || field.key === 'groupsRemove' ? known.groups : known.sites
  if (list === undefined) return null
  const keys = new Set(list.flatMap(({ id, name }) => [referenceKey({ id }), referenceKey({ name })]))
  const missing = items.filter((item) => !keys.has(referenceKey(item)) && !('name' in item && item.name === '*'))
  const [first] = missing
  if (first === undefined) return null
  const word = 'id' in first ? first.id : first.name
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  return trouble('bad-reference', 'warning', `“${clip(word)}”${others} may not exist: the service will tell.`)
}

const clip = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** Those with the spellings nearest to a value: a few letters away, or beginning alike. The nearest first. */
export function nearest<T extends { spelling: string }>(value: string, entries: readonly T[]): T[] {
  const folded = foldText(value).slice(0, 60)
  if (folded === '') return []
  const farthest = Math.max(1, Math.floor(folded.length / 3))
  const scored: { entry: T; distance: number }[] = []
  for (const entry of entries) {
    const isStart = folded.length >= 3 && entry.spelling.startsWith(folded)
    const distance = isStart ? 0.5 : distanceWithin(folded, entry.spelling, farthest)
    if (distance <= farthest) scored.push({ entry, distance })
  }
  return scored.toSorted((one, other) => one.distance - other.distance).map(({ entry }) => entry)
}

/** Edits from one text to another, a swap of neighbours counting once; more than `max` as soon as it is known to be more. */
function distanceWithin(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j += 1) {
      const isSameLetter = one[i - 1] === other[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSameLetter ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > max) return max + 1
    beforeLast = last
    last = row
  }
  return last[other.length] ?? max + 1
}

/** Names in both lists of a user: added and removed at once. */
export function findAddedAndRemoved(added: string, removed: string): readonly string[] {
  if (added.trim() === '' || removed.trim() === '') return []
  const keys = new Map(parseList(added).items.map((item) => [referenceKey(item), 'id' in item ? item.id : item.name]))
  // All removed and some added means these and no others: that is a wish, not a mistake.
  return parseList(removed, true).items.flatMap((item) => keys.get(referenceKey(item)) ?? [])
}
