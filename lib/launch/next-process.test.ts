import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const preload = path.join(import.meta.dirname, 'next-process.mjs')

/** Runs a script in a process that starts like Next's, and reads the JSON that it prints. */
async function runScript(script: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--import', preload, '--input-type=commonjs', '-e', script])
  return JSON.parse(stdout)
}

const facts =
  '({ headersTimeout, requestTimeout, connectionsCheckingInterval, requireHostHeader }) => ({ headersTimeout, requestTimeout, connectionsCheckingInterval, requireHostHeader })'

it(
  "gives only Next's server 20 s for headers and 60 s for a request, checked every second",
  { tags: ['S21'] },
  async () => {
    const [next, other] = (await runScript(
      `const http = require('node:http'); const facts = ${facts}
     const next = http.createServer(() => {}); const other = http.createServer(() => {})
     console.log(JSON.stringify([facts(next), facts(other)]))`,
    )) as Array<Record<string, unknown>>
    expect(next).toEqual({
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    })
    expect(other).toMatchObject({ requestTimeout: 300_000 })
  },
)

it('makes requests that arrive before the console is ready wait for our layer', async () => {
  const seen = await runScript(
    `const http = require('node:http'); const seen = []
     const server = http.createServer((request, response) => { seen.push('next'); response.end('page') })
     const door = globalThis[Symbol.for('sightline.next-server')]
     server.listen(0, '127.0.0.1', async () => {
       const url = 'http://127.0.0.1:' + server.address().port
       server.once('request', () => setImmediate(() => {
         seen.push('open')
         door.open({ handle: (request, response, next) => { seen.push('layer'); next(request, response) } })
       }))
       for (let at = 0; at < 2; at += 1) seen.push(await (await fetch(url)).text())
       console.log(JSON.stringify(seen))
       process.exit()
     })`,
  )
  expect(seen).toEqual(['open', 'layer', 'next', 'page', 'layer', 'next', 'page'])
})
