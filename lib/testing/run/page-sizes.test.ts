import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { findGrowth, measurePages } from './page-sizes'

const dist = mkdtempSync(path.join(os.tmpdir(), 'sightline-sizes-'))
afterAll(() => rmSync(dist, { recursive: true, force: true }))

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(path.join(dist, file)), { recursive: true })
  writeFileSync(path.join(dist, file), content)
}

it('measurePages adds up the chunks of a page, of its layouts and of every page, each once, and skips routes of the API', () => {
  // Random bytes cannot be compressed, so the sums are known.
  for (const [name, kb] of [
    ['root', 10],
    ['layout', 20],
    ['page', 40],
    ['lazy', 80],
  ] as const)
    write(`static/${name}.js`, randomBytes(kb * 1_024))
  write('build-manifest.json', JSON.stringify({ rootMainFiles: ['static/root.js'] }))
  write('app-path-routes-manifest.json', JSON.stringify({ '/(console)/x/page': '/x', '/api/x/route': '/api/x' }))
  const entryJSFiles = { layout: ['static/layout.js'], page: ['static/layout.js', 'static/page.js'] }
  write(
    'server/app/(console)/x/page_client-reference-manifest.js',
    `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/(console)/x/page"] = ${JSON.stringify({ clientModules: { '] = {': {} }, entryJSFiles })};`,
  )
  const sizes = measurePages(dist)
  expect(Object.keys(sizes)).toEqual(['/x'])
  expect(sizes['/x']).toBeCloseTo(70, 0)
})

it('findGrowth reports a page that grew by more than 5 KB and a page without a number, and no other page', () => {
  const table = { '/grown': 200, '/same': 200, '/smaller': 200, '/removed': 200 }
  const found = findGrowth({ '/grown': 205.1, '/same': 205, '/smaller': 100, '/added': 50 }, table)
  expect(found).toEqual([
    '/grown grew from 200 to 205.1 KB of JavaScript.',
    '/added loads 50 KB of JavaScript and has no number in lib/testing/run/page-sizes.json.',
  ])
})
