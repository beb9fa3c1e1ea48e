import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const folder = 'lib/standin/media/files'

/** The photos of the stand-in (2 megapixels), and photos in the size of a phone's camera (12). */
async function readPhotos(): Promise<{ small: Buffer[]; phone: Buffer[] }> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  const small = names.map((name) => readFileSync(path.join(folder, name)))
  const phone: Buffer[] = []
  for (const photo of small.slice(0, 8))
    phone.push(await sharp(photo).resize(4_000, 3_000, { fit: 'cover' }).jpeg({ quality: 85 }).toBuffer())
  return { small, phone }
}

/** A service without inspections, whose media are photos: large for `phone…`, small for all other ids. */
export async function startPhotoService(): Promise<{ url: string; close(): Promise<void> }> {
  const { small, phone } = await readPhotos()
  const nothing = JSON.stringify({ count: 0, total: 0, audits: [] })
  const server = http.createServer((request, response) => {
    const limits = { 'x-ratelimit-limit': 800, 'x-ratelimit-remaining': 700, 'x-ratelimit-reset': 30 }
    const [, name, number] = /\/media\/([a-z]+)(\d+)$/.exec(request.url ?? '') ?? []
    const photos = name === 'phone' ? phone : small
    const photo = name === undefined ? undefined : photos[Number(number) % photos.length]
    const body = photo ?? nothing
    response.writeHead(200, {
      ...limits,
      'content-type': photo === undefined ? 'application/json' : 'image/jpeg',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
