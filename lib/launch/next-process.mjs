// Loaded into Next's process before Next itself (see console-process.ts), because Next offers no access to the limits
// of its server, nor to requests before they reach it. The first server that the process creates is Next's.
import http from 'node:http'

// A hang-up reaches all processes of a group. The waiter decides what to do (waiter/waiter.mjs).
process.on('SIGHUP', () => {})

const options = {
  // Both limits count from the first byte of a request. The duration of a response is not limited.
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  // Otherwise Node would respond by itself, without our headers. lib/http/request-target.ts refuses these requests.
  requireHostHeader: false,
}

const { createServer } = http
http.createServer = (...given) => {
  http.createServer = createServer
  const next = given.at(-1)
  let door = null
  let open
  const opened = new Promise((resolve) => {
    open = resolve
  })
  const server = createServer(options, (request, response) => {
    if (door !== null) door.handle(request, response, next)
    // Requests that arrive before the console is ready wait, as they would with Next alone.
    else void opened.then(() => door.handle(request, response, next))
  })
  globalThis[Symbol.for('sightline.next-server')] = {
    server,
    options,
    open: (frontDoor) => {
      door = frontDoor
      open()
    },
  }
  return server
}
