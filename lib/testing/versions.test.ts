import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readLockFile } from './lock-file'

const lock = readLockFile(readFileSync('package-lock.json', 'utf8'))
const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** The lowest versions without a known vulnerability (SECURITY.md gives the source of each). */
const floors = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' } as const

const numbersOf = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)

function isAtLeast(version: string, floor: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(floor)]
  const differing = one.findIndex((number, at) => number !== other[at])
  return differing === -1 ? !version.includes('-') : (one[differing] ?? 0) > (other[differing] ?? 0)
}

const lockedVersions = (name: string) =>
  Object.entries(lock.packages)
    .filter(([key]) => key === `node_modules/${name}` || key.endsWith(`/node_modules/${name}`))
    .map(([, { version }]) => version ?? '')

describe('locked versions', { tags: ['S1'] }, () => {
  it.each(Object.entries(floors))('include %s in version %s or later, in every copy', (name, floor) => {
    expect(lockedVersions(name).length).toBeGreaterThan(0)
    for (const version of lockedVersions(name)) expect(isAtLeast(version, floor), version).toBe(true)
  })

  it('include the next-auth version whose known pitfalls are avoided here', () => {
    expect(lockedVersions('next-auth')).toEqual(['4.24.15'])
  })

  it('pin every direct dependency exactly', () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('include at most 41 production dependencies, each with a reason in CONTRIBUTING.md', { tags: ['S33'] }, () => {
    const names = Object.keys(manifest.dependencies)
    const reasons = readFileSync('CONTRIBUTING.md', 'utf8')
    const [, allowed] = /^At most (\d+) production dependencies/m.exec(reasons) ?? []
    expect(Number(allowed)).toBe(41)
    expect(names.length).toBeLessThanOrEqual(41)
    expect(names.filter((name) => !new RegExp(`^\\| \`${name}\` +\\| .{10,}`, 'm').test(reasons))).toEqual([])
  })

  it.each([
    ['16.4.6', true],
    ['16.4.5', false],
    ['16.10.0', true],
    ['17.0.0', true],
    ['16.4.6-canary.1', false],
  ])('are compared correctly: %s and %s', (version, expected) => {
    expect(isAtLeast(version, '16.4.6')).toBe(expected)
  })
})
