import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaticFiles } from './static-files'

const script = 'console.log("hello")\n'.repeat(200)
const distDir = mkdtempSync(path.join(tmpdir(), 'static-files-'))
const folder = path.join(distDir, 'static')
const server = http.createServer()

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Sends the path as it is, which `fetch` would not. */
const ask = (
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: http.OutgoingHttpHeaders } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const request = http.request({ port, path: target, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject)
    request.end()
  })

beforeAll(async () => {
  mkdirSync(path.join(folder, 'chunks'), { recursive: true })
  writeFileSync(path.join(distDir, 'secret.js'), 'secret')
  for (const name of ['a.js', 'gone.js', 'style.css', 'font.woff2', 'worker.ts'])
    writeFileSync(path.join(folder, 'chunks', name), script)
  for (const name of ['a.js', 'style.css']) {
    writeFileSync(path.join(folder, 'chunks', `${name}.br`), brotliCompressSync(script))
    writeFileSync(path.join(folder, 'chunks', `${name}.gz`), gzipSync(script))
  }
  const files = createStaticFiles(folder, '/base/_next/static')
  server.on('request', (request, response) => {
    void files(request, response, () => response.writeHead(418).end('next'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.close()
  rmSync(distDir, { recursive: true })
})

const address = '/base/_next/static/chunks/a.js'

describe('files of a build', () => {
  it('are sent with Brotli, gzip or uncompressed, as the browser accepts', async () => {
    const br = await ask(address, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=UTF-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'content-length': String(br.body.length),
    })
    expect(brotliDecompressSync(br.body).toString()).toBe(script)
    const gz = await ask(address, { headers: { 'accept-encoding': 'gzip, deflate' } })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.body).toString()).toBe(script)
    const plain = await ask(`${address}?v=1`)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(script)
  })

  it('are sent uncompressed to a client that states weights, because one may be 0', async () => {
    const answer = await ask(address, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } })
    expect(answer.body.toString()).toBe(script)
  })

  it('include style sheets and fonts, and fonts are not compressed again', async () => {
    const style = await ask('/base/_next/static/chunks/style.css', { headers: { 'accept-encoding': 'br' } })
    expect(style.headers).toMatchObject({ 'content-type': 'text/css; charset=UTF-8', 'content-encoding': 'br' })
    const font = await ask('/base/_next/static/chunks/font.woff2', { headers: { 'accept-encoding': 'br' } })
    expect(font.headers['content-type']).toBe('font/woff2')
    expect(font.headers['content-encoding']).toBeUndefined()
  })

  it('have no body in a response to HEAD', async () => {
    const answer = await ask(address, { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-length': String(script.length) } })
    expect(answer.body).toHaveLength(0)
  })

  it.each([
    '/base/_next/static/chunks/none.js',
    '/base/_next/static/../secret.js',
    '/base/_next/static/chunks/../../secret.js',
    '/base/_next/static/%2e%2e/secret.js',
    '/base/_next/static/chunks/a.js.br',
    '/base/_next/static/chunks/worker.ts',
    '/base/_next/static/chunks',
    '/_next/static/chunks/a.js',
    '/base/inspections',
  ])('leave %s to Next', async (target) => {
    expect(await ask(target)).toMatchObject({ status: 418 })
  })

  it('leave other methods to Next', async () => {
    expect(await ask(address, { method: 'POST' })).toMatchObject({ status: 418 })
  })

  it('are left to Next when they are no longer on disk, and are served as soon as they are back', async () => {
    const gone = path.join(folder, 'chunks', 'gone.js')
    rmSync(gone)
    expect(await ask('/base/_next/static/chunks/gone.js')).toMatchObject({ status: 418 })
    writeFileSync(gone, script)
    expect(await ask('/base/_next/static/chunks/gone.js')).toMatchObject({ status: 200 })
  })
})
