import 'server-only'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.mjs': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.woff2': 'font/woff2',
}
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Whether a browser accepts this encoding. A header with weights, which browsers do not send, accepts none. */
const accepts = (header: string, name: string) =>
  !header.includes(';') && header.split(',').some((one) => one.trim() === name)

/**
 * Serves the files of a build from memory, compressed when the build was made (next.config.js). Next would
 * compress each file for each request, which takes ten times as much of the processor. Names contain a hash of their
 * content, so browsers keep the files. Any other request is left to `next`, and so is a file that is not read yet and
 * no longer on disk.
 *
 * @param folder the folder `static` of the build
 * @param prefix the path under which the host serves it, such as /_next/static
 */
export function createStaticFiles(
  folder: string,
  prefix: string,
): (request: IncomingMessage, response: ServerResponse, next: () => unknown) => Promise<unknown> {
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const names = new Set(all.map((name) => name.replaceAll(path.sep, '/')))
  const contents = new Map<string, Promise<Buffer>>()
  const read = (name: string): Promise<Buffer> => {
    const known = contents.get(name)
    if (known !== undefined) return known
    const reading = readFile(path.join(folder, name))
    contents.set(name, reading)
    reading.catch(() => contents.delete(name))
    return reading
  }
  return async (request, response, next) => {
    const { method, url = '' } = request
    const pathname = url.replace(/[?#].*$/s, '')
    const name = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length + 1) : ''
    const type = types[path.extname(name)]
    const isFile = type !== undefined && names.has(name) && (method === 'GET' || method === 'HEAD')
    if (!isFile) return next()
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = encodings.find(({ name: one, ending }) => names.has(name + ending) && accepts(accepted, one))
    const content = await read(name + (encoding?.ending ?? '')).catch(() => null)
    if (content === null) return next()
    response.writeHead(200, {
      'content-type': type,
      'content-length': content.length,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(encoding === undefined ? {} : { 'content-encoding': encoding.name }),
    })
    return response.end(method === 'GET' ? content : undefined)
  }
}
