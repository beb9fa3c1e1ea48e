import { createTranslator } from 'next-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { runs, seed } from '@/lib/testing/random-runs'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { readTable } from './parse'
import { describeProblem } from '@/lib/user-jobs/sheet/issue-view'
import { cellsMax, columnsMax } from '@/lib/user-jobs/sheet/kinds'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import { cellCharsMax } from '@/lib/user-jobs/sheet/sheet-rows'
import { makeWorkbook } from './testing-files'
import { toUsers } from '@/lib/user-jobs/sheet/to-users'
import { encodings, type Encoding } from '@/lib/user-jobs/sheet/types'
import { createValidator } from '@/lib/user-jobs/sheet/validate/validate'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'userJobs', onError: fail })
function fail(error: Error): never {
  throw error
}

/** Random numbers from a seed, the same on every machine. */
function createRandom(start: number) {
  let state = start >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (end: number) => Math.floor(next() * end),
    pick: <T>(from: readonly [T, ...T[]]): T => from[Math.floor(next() * from.length)] ?? from[0],
  }
}
type Random = ReturnType<typeof createRandom>

const cells = [
  '',
  'a@x.co',
  'Al',
  '"',
  '""',
  '"open',
  'a"b',
  'x,y',
  'p;q',
  'r|s',
  't\tu',
  'v\nw',
  '\r',
  '=1+1',
  "'=1",
  '\0',
  '\uD800',
  '日本',
  'é',
  '😀',
  ' ',
  '*',
  'id:1',
  'UTC',
  'x'.repeat(300),
  '-',
  '#N/A',
  '</c>',
  '&amp;',
  'LANGUAGE_EN_US',
] as const
const heads = [
  'email',
  'first_name',
  'Last name',
  'password',
  'groups',
  'status',
  'email',
  '',
  '__proto__',
  'constructor',
  'attribute: x',
  'Reasons',
  'x',
] as const

function makeRows(random: Random): string[][] {
  const width = 1 + random.below(8)
  const header = Array.from({ length: width }, () => random.pick(heads))
  const rows = Array.from({ length: random.below(12) }, () =>
    Array.from({ length: random.below(10) === 0 ? random.below(12) : width }, () => random.pick(cells)),
  )
  return [header, ...rows]
}

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'windows-1252') return Uint8Array.from(Buffer.from(text, 'latin1'))
  const little = Buffer.from(text, 'utf16le')
  return Uint8Array.from(encoding === 'utf-16le' ? little : little.swap16())
}

function makeText(random: Random): Uint8Array {
  const delimiter = random.pick([',', ';', '\t', '|'])
  const newline = random.pick(['\n', '\r\n', '\r', '\n\n'])
  const isQuoting = random.below(2) === 0
  const write = (cell: string) => (isQuoting ? `"${cell.replaceAll('"', '""')}"` : cell)
  const text = makeRows(random)
    .map((row) => row.map(write).join(delimiter))
    .join(newline)
  const mark = random.below(3) === 0 ? '\uFEFF' : ''
  return encode(mark + text, random.pick(encodings))
}

function makeXlsx(random: Random): Uint8Array {
  const raw = [
    '<c r="@" s="0"><v>5</v></c>',
    '<c r="@" s="9"><v>5</v></c>',
    '<c r="@" t="zz"><v>5</v></c>',
    '<c r="@" t="s"><v>9999</v></c>',
    '<c r="ZZZ99999999"><v>1</v></c>',
    '<c r="@" t="b"><v>7</v></c>',
    '<c><v>1</v></c>',
    '<v>',
    '<c r="@" t="inlineStr"><is><t>in</t></is></c>',
    '<c r="@"><v>1e400</v></c>',
  ] as const
  const rows = makeRows(random).map((row) =>
    row.map((cell) => {
      const kind = random.below(20)
      if (kind === 0) return { raw: random.pick(raw) }
      // oxlint-disable-next-line no-control-regex -- XML has no place for these
      return kind === 1 ? random.below(1e9) / 7 : cell.toWellFormed().replaceAll(/[\u0000-\u0008]/gu, '')
    }),
  )
  return makeWorkbook([{ name: random.pick(['S', 'Ü & <x>', '']), rows }], ['000', 'yyyy-mm-dd'])
}

function damage(bytes: Uint8Array, random: Random): Uint8Array {
  const damaged = Uint8Array.from(bytes)
  const hits = random.below(6)
  for (let hit = 0; hit < hits && damaged.length > 0; hit += 1)
    damaged[random.below(damaged.length)] = random.below(256)
  return random.below(4) === 0 ? damaged.slice(0, random.below(damaged.length + 1)) : damaged
}

function makeFile(random: Random): Uint8Array {
  const kind = random.below(10)
  if (kind === 0) return Uint8Array.from({ length: random.below(3_000) }, () => random.below(256))
  if (kind === 1)
    return Uint8Array.from({ length: random.below(3_000) }, () => random.pick([34, 44, 10, 13, 0, 59, 97]))
  const made = kind < 6 ? makeText(random) : makeXlsx(random)
  return random.below(2) === 0 ? damage(made, random) : made
}

const files = runs(2_000)

it('readTable turns any bytes into a table or a readable problem, and every table can be turned into users', async () => {
  let tables = 0
  let slowest = { ms: 0, index: -1 }
  const codes = new Map<string, number>()
  for (let index = 0; index < files; index += 1) {
    const random = createRandom(seed + index)
    const bytes = makeFile(random)
    const startedAt = performance.now()
    const told = `seed ${seed + index}`
    const { table, problem } = await readTable(
      { bytes },
      random.below(5) === 0 ? { encoding: random.pick(encodings) } : {},
    )
    if (problem === null) {
      tables += 1
      const { header, rows, lines } = table
      const isBad =
        header.length > columnsMax ||
        header.length * rows.length > cellsMax ||
        header.some((head) => head.trim() === '') ||
        rows.some(
          (row) =>
            row.length !== header.length ||
            row.some((cell) => cell.includes('\0') || !cell.isWellFormed() || cell.length > cellCharsMax),
        ) ||
        rows.length !== lines.length ||
        lines.some((line, at) => line <= (lines[at - 1] ?? 0))
      expect([told, isBad]).toEqual([told, false])
      const sheet = createSheet(table)
      const mapping = guessMapping(header)
      const validator = createValidator({ sheet, mapping })
      validator.step()
      const { users, skippedRowIds } = toUsers(sheet, mapping)
      expect([told, users.length + skippedRowIds.length]).toEqual([told, rows.length])
    } else {
      codes.set(problem.code, (codes.get(problem.code) ?? 0) + 1)
      // `notATable` is the last resort for unforeseen errors. If it occurs, there is a case that is not handled yet.
      expect([told, problem.key]).not.toEqual([told, 'notATable'])
      expect([told, describeProblem(t, problem).endsWith('.')]).toEqual([told, true])
    }
    const ms = performance.now() - startedAt
    if (ms > slowest.ms) slowest = { ms, index }
  }
  process.stdout.write(
    `fuzz: seed ${seed}, ${files} files, ${tables} tables, ${JSON.stringify(Object.fromEntries(codes))}, slowest ${slowest.ms.toFixed(0)} ms (seed ${seed + slowest.index})\n`,
  )
  // A generator that never makes readable files would test nothing.
  expect(tables).toBeGreaterThan(files / 4)
}, 120_000)
