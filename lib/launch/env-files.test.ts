import * as fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { parseEnvFile, readEnvFiles } from './env-files'

interface NextEnv {
  loadEnvConfig(
    folder: string,
    isDev: boolean,
    log: { info: () => void; error: (text: string) => void },
    isForced: boolean,
  ): { parsedEnv: Record<string, string> | undefined }
  resetEnv(): void
}

const require = createRequire(import.meta.url)
/** The reader of settings files in the installed version of Next. */
const next = createRequire(require.resolve('next/package.json'))('@next/env') as NextEnv

const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
})
afterEach(() => vi.unstubAllEnvs())

const fileNames = (mode: string) => [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']

function write(files: Readonly<Record<string, string>>): void {
  for (const mode of ['development', 'production'])
    for (const name of fileNames(mode)) rmSync(path.join(folder, name), { force: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

function readByNext(isDev: boolean): Record<string, string> {
  const problems: string[] = []
  const log = { info: () => undefined, error: (text: string) => void problems.push(text) }
  try {
    const { parsedEnv = {} } = next.loadEnvConfig(folder, isDev, log, true)
    return { ...parsedEnv, ...(problems.length > 0 ? { problem: problems.join('\n') } : {}) }
  } finally {
    next.resetEnv()
  }
}

const readHere = (isDev = false) => readEnvFiles(folder, isDev ? 'development' : 'production', process.env)

// No environment has these names, so this machine does not influence the result.
const name = fc.constantFrom('ZQ_A', 'ZQ_B', 'ZQ_C', 'ZQ_D', 'ZQ-E', 'zq.f')
const piece = fc.constantFrom(
  'a',
  'B',
  '7',
  ' ',
  '  ',
  '\t',
  '#',
  ' #x',
  '=',
  ':',
  '-',
  '"',
  "'",
  '`',
  '\\',
  '\\n',
  '\\r',
  '{',
  '}',
  '/',
  '@',
  '.',
  'é',
  '😀',
)
const plain = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const several = fc
  .array(fc.oneof(piece, fc.constantFrom('\n', '\r\n')), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
const quoted = fc.tuple(fc.constantFrom('"', "'", '`'), several).map(([mark, text]) => mark + text + mark)
const statement = fc
  .tuple(
    fc.constantFrom('', ' ', 'export ', '\texport  '),
    name,
    fc.constantFrom('=', ' = ', '= ', ': ', ' : ', ':'),
    fc.oneof(plain, quoted),
    fc.constantFrom('', ' ', ' # note', '#note'),
  )
  .map((parts) => parts.join(''))
const noise = fc.oneof(fc.constantFrom('', '# a comment', '  # another', 'no statement', '=x', 'ZQ_A', '\r'), plain)
const file = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: statement, weight: 4 }, noise), { maxLength: 8 }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([lines, end]) => lines.join(end))

// Each value refers only to earlier ones. Another test covers circular references.
const reference = (before: readonly string[]) =>
  fc
    .tuple(fc.constantFrom('ZQ_NONE', 'ZQ_SET', ...before), fc.constantFrom('', ':-x', ':-'))
    .chain(([to, otherwise]) => fc.constantFrom(`\${${to}${otherwise}}`, `$${to}`, `$${to}/`))

describe('settings files', () => {
  it('are read in the same way as Next reads them', () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), fc.boolean(), (texts, isDev) => {
        const names = fileNames(isDev ? 'development' : 'production')
        write(Object.fromEntries(texts.map((text, at) => [names[at] ?? '', text])))
        expect(readHere(isDev)).toEqual(readByNext(isDev))
      }),
      { numRuns: runs(250), seed: 20_261_122 },
    )
  })

  it('have their references resolved in the same way as in Next', () => {
    const names = ['ZQ_A', 'ZQ_B', 'ZQ_C'] as const
    const value = (at: number) =>
      fc.array(fc.oneof(fc.constantFrom('a', '-', '/', ' b'), reference(names.slice(0, at))), { maxLength: 4 })
    fc.assert(
      fc.property(fc.tuple(value(0), value(1), value(2)), fc.constantFrom('', '"', "'"), (values, mark) => {
        vi.stubEnv('ZQ_SET', 'given')
        write({ '.env': values.map((parts, at) => `${names[at]}=${mark}${parts.join('')}${mark}`).join('\n') })
        const { ZQ_SET: _given, ...byNext } = readByNext(false)
        expect(readHere()).toEqual(byNext)
      }),
      { numRuns: runs(250), seed: 20_261_122 },
    )
  })

  it('treat an escaped dollar sign as a plain one, as Next does', () => {
    write({ '.env': 'ZQ_A=pa\\$\\$word\nZQ_B="\\$HOME"' })
    expect(readHere()).toEqual({ ZQ_A: 'pa$$word', ZQ_B: '$HOME' })
    expect(readByNext(false)).toEqual(readHere())
  })

  it('may contain quotes, comments, export and values of several lines', () => {
    const text = [
      '# comment',
      'PLAIN=one two # and this is none of it',
      'export QUOTED="a # b"',
      "SINGLE='a\\nb'",
      'DOUBLE="a\\nb"',
      'EMPTY=',
      'KEY="-----BEGIN-----',
      'line two',
      '-----END-----"',
      'COLON: yes',
    ].join('\r\n')
    expect(Object.fromEntries(parseEnvFile(text))).toEqual({
      PLAIN: 'one two',
      QUOTED: 'a # b',
      SINGLE: 'a\\nb',
      DOUBLE: 'a\nb',
      EMPTY: '',
      KEY: '-----BEGIN-----\nline two\n-----END-----',
      COLON: 'yes',
    })
  })

  it('never change or expand a value from the environment', () => {
    write({ '.env.local': 'ZQ_A=from-file\nZQ_B=<$ZQ_D>\nZQ_EMPTY=x', '.env': 'ZQ_B=later\nZQ_C=of-env' })
    expect(readEnvFiles(folder, 'production', { ZQ_A: 'pa$$word', ZQ_D: 'd', ZQ_EMPTY: '' })).toEqual({
      ZQ_B: '<d>',
      ZQ_C: 'of-env',
    })
  })

  it('are refused when a value refers to itself, with its name but without the value', () => {
    write({ '.env': 'ZQ_A=hush$ZQ_B\nZQ_B=$ZQ_A' })
    expect(() => readHere()).toThrow(/ZQ_A leads back to itself/)
    expect(() => readHere()).not.toThrow(/hush/)
  })
})
