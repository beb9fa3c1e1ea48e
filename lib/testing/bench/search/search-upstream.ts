import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service without changes, so that the sync of the bench leaves the data alone. */
export async function startQuietService(): Promise<{ url: string; close(): Promise<void> }> {
  const nothing = JSON.stringify({ count: 0, total: 0, audits: [] })
  const server = http.createServer((request, response) => {
    const isSearch = (request.url ?? '').startsWith('/audits/search')
    response.writeHead(isSearch ? 200 : 404, {
      'content-type': 'application/json',
      'x-ratelimit-limit': 800,
      'x-ratelimit-remaining': 700,
      'x-ratelimit-reset': 30,
    })
    response.end(isSearch ? nothing : '{"statusCode":404,"error":"Not Found","message":"not there"}')
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
