import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchRequests, type InFlight } from './in-flight'

let server: Server
let inFlight: InFlight
let port: number
beforeEach(async () => {
  inFlight = watchRequests()
  server = createServer((_, response) => response.end('ok'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  inFlight.watch(server)
  port = (server.address() as AddressInfo).port
})
afterEach(() => server.closeAllConnections())

const request = (head = '') => `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n${head}\r\n`
const ofProxy = request('x-forwarded-for: 192.0.2.1\r\n')

/** Sends a request on a connection and returns the head of the response. */
async function send(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [head] = (await once(socket, 'data')) as [Buffer]
  return head.toString().toLowerCase()
}

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

describe('a server that stops', () => {
  it('answers a write that a proxy sends on an idle connection, and then closes it', async () => {
    const socket = await open()
    expect(await send(socket, ofProxy)).toContain('connection: keep-alive')
    await inFlight.leave(1)
    await inFlight.refuseNew()
    const drained = inFlight.drain(60_000)
    const ended = once(socket, 'end')
    expect(await send(socket, ofProxy)).toMatch(/200 ok[^]*connection: close/)
    await Promise.all([ended, drained])
  })

  it('accepts no connections even if it never had a request', async () => {
    await inFlight.refuseNew()
    await inFlight.drain(0)
    await expect(open()).rejects.toThrow('ECONNREFUSED')
  })

  it('waits for the request of a connection that was accepted last', async () => {
    const late = await open()
    await inFlight.refuseNew()
    const drained = inFlight.drain(60_000)
    expect(await send(late, request())).toContain('200 ok')
    await drained
  })

  it('waits for a proxy that keeps a connection idle only for the given time', async () => {
    const socket = await open()
    await send(socket, ofProxy)
    const closed = once(socket, 'close')
    await inFlight.refuseNew()
    await inFlight.drain(20)
    await closed
  })

  it('closes idle connections of browsers at once', async () => {
    const socket = await open()
    await send(socket, request())
    const closed = once(socket, 'close')
    await inFlight.refuseNew()
    await Promise.all([closed, inFlight.drain(60_000)])
    await expect(open()).rejects.toThrow('ECONNREFUSED')
  })

  it('answers on a connection that was waiting to be accepted', async () => {
    const sent = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(
      `const { workerData: { port, sent, text } , parentPort } = require('node:worker_threads')
       const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(text, () => {
         Atomics.store(sent, 0, 1); Atomics.notify(sent, 0)
       }))
       socket.on('data', (head) => parentPort.postMessage(head.toString()))
       socket.on('error', (error) => parentPort.postMessage(error.message))`,
      { eval: true, workerData: { port, sent, text: ofProxy } },
    )
    const heard = once(worker, 'message')
    // This thread accepts nothing while it waits.
    expect(Atomics.wait(sent, 0, 0, 60_000)).toBe('ok')
    await inFlight.refuseNew()
    await inFlight.drain(60_000)
    expect((await heard)[0]).toContain('200 OK')
    await worker.terminate()
  })
})
