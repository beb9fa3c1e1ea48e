import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainBuild } from './build'
import { distDirOf } from './dist-dir'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'sightline-build-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function build(distDir: string, basePath: string): void {
  mkdirSync(path.join(root, distDir))
  writeFileSync(path.join(root, distDir, 'BUILD_ID'), 'x')
  writeFileSync(path.join(root, distDir, 'routes-manifest.json'), JSON.stringify({ version: 3, basePath }))
}

describe('a start of the console', () => {
  it('works when the build is for the same path', () => {
    build('.next', '')
    build('.next-other', '/sightline')
    expect(explainBuild(root, '.next', '')).toBeNull()
    expect(explainBuild(root, '.next-other', '/sightline')).toBeNull()
  })

  it('is refused when there is no build', () => {
    expect(explainBuild(root, '.next', '')).toContain('no build yet')
  })

  it('is refused when the build is for another path, with a message that says how to fix it', () => {
    build('.next', '/sightline')
    const sentence =
      'BASE_PATH is part of a build. This one is for the path /sightline: set BASE_PATH to it, or build again with the path that you need.'
    expect(explainBuild(root, '.next', '')).toBe(sentence)
    expect(explainBuild(root, '.next', '/other')).toBe(sentence)
    build('.next-root', '')
    expect(explainBuild(root, '.next-root', '/other')).toMatch(/is for no path: remove BASE_PATH, or build again/)
  })

  it('uses the build of the package in a package', () => {
    const env = { SIGHTLINE_DIST_DIR: '.next-other' }
    expect([distDirOf(root, {}), distDirOf(root, env)]).toEqual(['.next', '.next-other'])
    writeFileSync(path.join(root, 'server.js'), '')
    expect(distDirOf(root, env)).toBe('.next-package')
  })
})
