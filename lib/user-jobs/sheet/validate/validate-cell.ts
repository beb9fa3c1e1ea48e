import { passwordCharsMin, type Field } from '@/lib/user-jobs/sheet/fields'
import { unreadableCell } from '@/lib/user-jobs/sheet/kinds'
import type { IssueText, Known } from '@/lib/user-jobs/sheet/types'
import { choicesOf, readChoice } from './validate-choices'
import { checkList, checkPermissionSet } from './validate-list'
import { nearest } from './validate-near'
import { type CellTrouble, clip, trouble } from './validate-trouble'
import { readZone, suggestZones } from './validate-zones'

/** Validates one cell, and offers fixes. */

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028\u2029\ufeff\ufffd]/u
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028\u2029\ufeff\ufffd]/gu
const lineBreak = /[\t\n]/u

/** The value that is sent for a cell, without surrounding blanks. */
export function trimCell(value: string, field: Field | null): string {
  // A blank may be part of a password.
  return field?.kind === 'secret' ? value : value.trim()
}

/** Most characters of an attribute's value, and most values of one attribute, one on each line. */
const attributeMax = { chars: 1_000, values: 50 }

/**
 * Errors of a single cell, of a field or (null) an attribute. An empty cell has none, because its value is left
 * unchanged.
 */
export function checkCell(value: string, field: Field | null, known: Known): CellTrouble[] {
  if (value === '') return []
  const found: CellTrouble[] = []
  const trimmed = trimCell(value, field)
  const charsMax = field?.charsMax ?? attributeMax.chars
  if (trimmed !== value) found.push(trouble('outer-blanks', 'info', 'outerSpaces', [{ kind: 'trim', value: trimmed }]))
  if (trimmed === '') return found
  if (field?.kind !== 'secret' && isSpreadsheetError(trimmed)) return [explainSpreadsheetError(trimmed)]
  if (control.test(trimmed))
    found.push(
      trouble('control-characters', 'error', 'unreadable', [
        { kind: 'removeCharacters', value: trimmed.replace(controls, '').trim() },
      ]),
    )
  else if (lineBreak.test(trimmed) && field !== null && field.kind !== 'list' && field.kind !== 'secret')
    found.push(
      trouble('control-characters', 'error', 'lineBreak', [
        { kind: 'joinLines', value: trimmed.replaceAll(/\s+/gu, ' ') },
      ]),
    )
  const values = field === null ? readAttribute(trimmed) : [trimmed]
  if (values.length > attributeMax.values)
    found.push(
      trouble('too-long', 'error', {
        key: 'tooManyLines',
        values: { count: values.length, max: attributeMax.values },
      }),
    )
  const longest = Math.max(...values.map(({ length }) => length))
  if (longest > charsMax)
    found.push(trouble('too-long', 'error', { key: 'tooLong', values: { count: longest, max: charsMax } }))
  if (found.some(({ level }) => level === 'error') || field === null) return found
  if (field.kind === 'list') return [...found, ...checkList(trimmed, field, known)]
  const ofKind = checkKind(trimmed, field, known)
  if (ofKind !== null) found.push(ofKind)
  return found
}

/** What spreadsheets show for a failed formula, and the text that replaces a cell that could not be read. */
const spreadsheetErrors: ReadonlySet<string> = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#GETTING_DATA',
  unreadableCell,
])
const isSpreadsheetError = (value: string) => value.startsWith('#') && spreadsheetErrors.has(value.toUpperCase())

function explainSpreadsheetError(value: string): CellTrouble {
  const text: IssueText =
    value === unreadableCell ? { key: 'unreadableCell' } : { key: 'spreadsheetError', values: { value } }
  return trouble('spreadsheet-error', 'error', text, [{ kind: 'clear', value: '' }])
}

/** Values of an attribute's cell, one on each line. */
export function readAttribute(value: string): string[] {
  return value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

function checkKind(value: string, field: Field, known: Known): CellTrouble | null {
  if (field.kind === 'email') return checkEmail(value)
  if (field.kind === 'choice') return checkChoice(value, field)
  if (field.kind === 'zone') return checkZone(value)
  if (field.kind === 'secret')
    return value.length < passwordCharsMin
      ? trouble('short-password', 'error', { key: 'shortPassword', values: { min: passwordCharsMin } })
      : null
  return field.kind === 'reference' ? checkPermissionSet(value, known.permissionSets) : null
}

// The form that mail systems accept in practice: one @, no blanks, a domain with a dot.
const email = /^[^\s@,;:<>()[\]\\"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** Whether it may be an email address. */
export function isEmail(value: string): boolean {
  return value.length <= 320 && email.test(value) && !value.includes('..') && !/^\.|\.@/u.test(value)
}

function checkEmail(value: string): CellTrouble | null {
  if (isEmail(value)) return null
  const repaired = repairEmail(value)
  return trouble('bad-email', 'error', 'badEmail', repaired === null ? [] : [{ kind: 'use', value: repaired }])
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

function checkChoice(value: string, field: Field): CellTrouble | null {
  if (readChoice(value, field) !== null) return null
  const choices = field.choices ?? []
  const near = nearest(
    value,
    [...choicesOf(field)].map(([spelling, choice]) => ({ spelling, choice })),
  )
  const suggested = [...new Set(near.map(({ choice }) => choice))].slice(0, 3)
  const fixes = (suggested.length > 0 ? suggested : choices.slice(0, 5)).map(({ label }) => ({ label, value: label }))
  const values = { value: clip(value) }
  if (field.key === 'seatType') return trouble('unknown-seat-type', 'error', { key: 'unknownSeat', values }, fixes)
  if (field.key === 'status') return trouble('unknown-status', 'error', { key: 'unknownStatus', values }, fixes)
  return trouble('unknown-language', 'error', { key: 'unknownLanguage', values }, fixes)
}

function checkZone(value: string): CellTrouble | null {
  if (readZone(value) !== null) return null
  const fixes = suggestZones(value).map((zone) => ({ label: zone, value: zone }))
  return trouble('unknown-zone', 'error', { key: 'unknownZone', values: { value: clip(value) } }, fixes)
}
