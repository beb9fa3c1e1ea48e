import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findInFiles } from './scan-tokens'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'sightline-scan-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

it('findInFiles finds a secret in any file of a build, in plain, percent and base64 form', { tags: ['S5'] }, () => {
  const secret = 'canary/token+1=deep'
  mkdirSync(path.join(scratch, 'chunks', 'deep'), { recursive: true })
  const files = {
    'chunks/plain.js': `const a="${secret}"`,
    'chunks/deep/percent.js': `?t=${encodeURIComponent(secret)}`,
    'base64.map': `x${Buffer.from(secret).toString('base64')}`,
    'clean.js': 'const a="canary"',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(scratch, name), text)
  const found = findInFiles(scratch, [secret]).map(({ file }) => path.relative(scratch, file))
  expect(found.toSorted()).toEqual(['base64.map', 'chunks/deep/percent.js', 'chunks/plain.js'])
})
