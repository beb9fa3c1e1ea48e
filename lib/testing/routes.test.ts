import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { declarationOf } from '@/lib/http/route'
import { publicRoutes } from './layers'
import { readSources } from './sources'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const root = process.cwd()
const files = readSources()
  .map(({ file }) => file)
  .filter((file) => /^app\/.*\/route\.ts$/.test(file))

async function readHandlers(): Promise<Array<{ name: string; handler: unknown }>> {
  const found: Array<{ name: string; handler: unknown }> = []
  for (const file of files) {
    const exported = (await import(path.join(root, file))) as Record<string, unknown>
    const place = `/${path.posix.dirname(file).replace(/^app\//, '')}`
    for (const method of methods)
      if (method in exported) found.push({ name: `${method} ${place}`, handler: exported[method] })
  }
  return found
}

describe('route handlers', async () => {
  const handlers = await readHandlers()

  it('are found: every route file exports at least one method', () => {
    expect(files.length).toBeGreaterThan(5)
    expect(handlers.length).toBeGreaterThanOrEqual(files.length)
  })

  it('all carry the mark of route(): none forgot its check', () => {
    expect(handlers.filter(({ handler }) => declarationOf(handler) === null).map(({ name }) => name)).toEqual([])
  })

  it('answer without a session exactly where it is declared', () => {
    const open = handlers.filter(({ handler }) => declarationOf(handler)?.access === 'public').map(({ name }) => name)
    expect(open.toSorted()).toEqual(Object.keys(publicRoutes).toSorted())
  })

  it('let browsers keep thumbnails and nothing else', () => {
    const kept = handlers.filter(({ handler }) => declarationOf(handler)?.cache !== undefined).map(({ name }) => name)
    expect(kept).toEqual(['GET /api/media/[auditId]/[mediaId]/thumb'])
  })
})
