import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A copy of the build without proxy.ts. It shows what an attacker reaches who bypasses the proxy. `remove()` deletes
 * it.
 * @throws when the build names no proxy, because then nothing would be removed
 */
export function copyBuildWithoutProxy(): { distDir: string; remove: () => void } {
  const distDir = `.next-open-${process.pid}`
  const skipped = new Set(['cache', 'dev'].map((name) => path.join('.next', name)))
  cpSync('.next', distDir, { recursive: true, filter: (source) => !skipped.has(source) })
  const manifest = path.join(distDir, 'server', 'functions-config-manifest.json')
  const functions = (JSON.parse(readFileSync(manifest, 'utf8')) as { functions: Record<string, unknown> }).functions
  if (!('/_middleware' in functions)) throw new Error('the build has no proxy to remove')
  const { '/_middleware': _, ...others } = functions
  writeFileSync(manifest, JSON.stringify({ version: 1, functions: others }))
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) }
}
