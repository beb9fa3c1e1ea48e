import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'

/** KB of JavaScript, gzip, that a browser with an empty cache loads before a page works. By path of the page. */
export type PageSizes = Readonly<Record<string, number>>

/** A page may grow by this before its number in the table has to be changed. */
const growthMaxKb = 5

const tableFile = 'lib/testing/run/page-sizes.json'
const pageSizes = z.record(z.string(), z.number())
const rootFiles = z.looseObject({ rootMainFiles: z.array(z.string()) })
const paths = z.record(z.string(), z.string())
const entries = z.looseObject({ entryJSFiles: z.record(z.string(), z.array(z.string())) })

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The manifest is a script that assigns one JSON value: `globalThis.x["/page"] = {…}`. */
function readEntryFiles(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const value: unknown = JSON.parse(text.slice(text.indexOf('] = {') + 4).replace(/;\s*$/, ''))
  return Object.values(entries.parse(value).entryJSFiles).flat()
}

/**
 * Adds up the chunks that Next's manifests in `dist` name for each page, with those of its layouts and error pages. What a
 * page loads on demand is not included.
 */
export function measurePages(dist: string): PageSizes {
  const { rootMainFiles } = rootFiles.parse(readJson(path.join(dist, 'build-manifest.json')))
  const bytes = new Map<string, number>()
  const bytesOf = (file: string) => {
    const known = bytes.get(file) ?? gzipSync(readFileSync(path.join(dist, file))).length
    bytes.set(file, known)
    return known
  }
  const sizes: Array<[string, number]> = []
  for (const [entry, address] of Object.entries(
    paths.parse(readJson(path.join(dist, 'app-path-routes-manifest.json'))),
  )) {
    const manifest = path.join(dist, 'server', 'app', `${entry}_client-reference-manifest.js`)
    if (!entry.endsWith('/page') || !existsSync(manifest)) continue
    const files = new Set([...rootMainFiles, ...readEntryFiles(manifest)])
    const sum = [...files].reduce((total, file) => total + bytesOf(file), 0)
    sizes.push([address, Math.round(sum / 102.4) / 10])
  }
  return Object.fromEntries(sizes.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A sentence for each page that is more than 5 KB larger than in the table, or not in it. */
export function findGrowth(measured: PageSizes, table: PageSizes): string[] {
  return Object.entries(measured).flatMap(([page, kb]) => {
    const allowed = table[page]
    if (allowed === undefined) return [`${page} loads ${kb} KB of JavaScript and has no number in ${tableFile}.`]
    if (kb <= allowed + growthMaxKb) return []
    return [`${page} grew from ${allowed} to ${kb} KB of JavaScript.`]
  })
}

export const readPageSizes = (root: string): PageSizes => pageSizes.parse(readJson(path.join(root, tableFile)))

export function writePageSizes(root: string, sizes: PageSizes): void {
  writeFileSync(path.join(root, tableFile), `${JSON.stringify(sizes, null, 2)}\n`)
}
